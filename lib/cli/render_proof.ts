/**
 * A proof for people.
 * @module
 */

import type { Claim, ClaimKind, Proof } from "../workflow/proof/mod.ts";
import { type Style, styleOf } from "./style.ts";
import { printable } from "../text_width.ts";

const TITLES: Record<ClaimKind, string> = {
  reachable: "Every step can be reached",
  ends: "Every step can come to an end",
  bounded: "Every loop is bounded",
  producible: "Every contract can be met, and every gate comes to a verdict",
  satisfiable: "Every join can be satisfied",
  produced: "Every reference is produced on all paths",
};

/** The claims by kind, each with the path that shows it. */
export function renderProof(file: string, proof: Proof, colour: boolean): string {
  const style = styleOf(colour);
  const lines = [style.bold(`${printable(file)}: ${proof.holds ? "every claim holds" : "not every claim holds"}`)];
  for (const kind of Object.keys(TITLES) as ClaimKind[]) {
    const claims = proof.claims.filter((claim) => claim.kind === kind);
    if (claims.length === 0) continue;
    const holds = claims.every((claim) => claim.holds);
    lines.push(
      "",
      `${holds ? style.green("✓") : style.red("✗")} ${TITLES[kind]}`,
      ...claims.map((claim) => claimLine(claim, style)),
    );
  }
  return `${lines.join("\n")}\n`;
}

function claimLine({ step, holds, text, path, omitted }: Claim, style: Style): string {
  const half = Math.ceil(path.length / 2);
  const shown = omitted ? [...path.slice(0, half), `… ${omitted} steps …`, ...path.slice(half)] : path;
  const way = shown.length > 1 ? style.dim(` (${shown.join(" → ")})`) : "";
  return `  ${holds ? " " : style.red("✗")} ${step}: ${printable(text)}${way}`;
}
