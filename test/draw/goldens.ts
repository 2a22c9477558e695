/**
 * The pictures that are kept beside the tests and in the documentation, with how each is made.
 * @module
 */

import { readFileSync } from "node:fs";
import { drawAscii, drawDot, drawMermaid, makePicture, type Picture, walkOf } from "../../lib/draw/mod.ts";
import { drawSvg } from "../../lib/draw/svg.ts";
import { parseSkill } from "../../lib/skill/parse_skill.ts";
import type { Input } from "../../lib/session/input.ts";
import { start } from "../../lib/session/start.ts";
import type { SessionState } from "../../lib/session/state.ts";
import { step } from "../../lib/session/step.ts";
import type { Workflow } from "../../lib/workflow/workflow.ts";

const root = new URL("../../", import.meta.url);
const at = "2026-01-01T00:00:00Z";
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

/** The workflow with one of each. */
export function fanWorkflow(): Workflow {
  return parseSkill(read("test/fixtures/draw/fan.yaml"), { path: "fan.yaml" }).workflow!;
}

/** A session that came to the approval, was sent back once, and has a red check. */
export function fanSession(): SessionState {
  let state = start(fanWorkflow(), { id: "wf_fan_00000000", at });
  type Bare = Input extends infer I ? I extends Input ? Omit<I, "at" | "door"> : never : never;
  const send = (input: Bare) => {
    state = step(state, { at, door: "library", ...input } as Input);
  };
  const effect = (verdict: "pass" | "fail", exit_code: number | null) => {
    const waiting = state.waiting as { for: "effect"; effect: { id: string } };
    send({ type: "effect_result", effect: waiting.effect.id, verdict, exit_code, output: "" } as Bare);
  };
  send({ type: "deliver", output: "Looked." });
  effect("pass", 0);
  send({ type: "deliver", outputs: { left: "l", right: "r", far: "f" } });
  effect("pass", null);
  send({ type: "deliver", output: "ALL_DONE" });
  effect("pass", 0);
  send({ type: "deliver", output: "Here it is." });
  send({ type: "approve", step: "ask", visit: 1, choice: "later", by: "ada", assurance: "reported" } as Bare);
  send({ type: "deliver", output: "Looked again." });
  effect("fail", 1);
  return state;
}

/** The example that the documentation shows. */
export function releaseNotes(): Workflow {
  const folder = "examples/release-notes/";
  const text = read(`${folder}SKILL.md`);
  const files: Record<string, string> = {};
  for (let needs = ["workflow.yaml"]; needs.length > 0;) {
    for (const path of needs) files[path] = read(folder + path);
    const again = parseSkill(text, { path: `${folder}SKILL.md`, files });
    needs = again.needs.filter((path) => !Object.hasOwn(files, path));
  }
  return parseSkill(text, { path: `${folder}SKILL.md`, files }).workflow!;
}

/** Every golden file by its path in the tree. */
export function goldens(): Record<string, string> {
  const session = fanSession();
  const pictures: Record<string, Picture> = {
    fan: makePicture(fanWorkflow()),
    "fan-session": makePicture(session.workflow, walkOf(session)),
  };
  const files: Record<string, string> = { "docs/pictures/release-notes.svg": drawSvg(makePicture(releaseNotes())) };
  for (const [name, picture] of Object.entries(pictures)) {
    files[`test/fixtures/draw/${name}.txt`] = drawAscii(picture);
    files[`test/fixtures/draw/${name}.mmd`] = drawMermaid(picture);
    files[`test/fixtures/draw/${name}.dot`] = drawDot(picture);
    files[`test/fixtures/draw/${name}.svg`] = drawSvg(picture);
  }
  return files;
}
