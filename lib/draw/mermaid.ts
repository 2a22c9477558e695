/**
 * A picture as a Mermaid flowchart.
 * @module
 */

import { markInWords } from "./mark_in_words.ts";
import { type Picture, type PictureEdge, type PictureNode, type Role, waysOut } from "./picture.ts";

/** Brackets of a node's shape. */
const SHAPES: Readonly<Record<Role, [string, string]>> = Object.freeze({
  agent: ["(", ")"],
  interactive: ["[/", "/]"],
  barrier: ["(", ")"],
  decision: ["{{", "}}"],
  terminal: ["([", "])"],
  command: ["[[", "]]"],
  dispatcher: ["[", "]"],
  child: ["(", ")"],
  unknown: [">", "]"],
});

/** Colours that are legible on a light and on a dark page. */
const CLASSES: readonly string[] = Object.freeze([
  "classDef default fill:#eef2ff,stroke:#6366f1,color:#1e1b4b",
  "classDef person fill:#fef3c7,stroke:#d97706,color:#451a03",
  "classDef machine fill:#e2e8f0,stroke:#475569,color:#0f172a",
  "classDef fan fill:#ccfbf1,stroke:#0d9488,color:#042f2e",
  "classDef unknown fill:#fee2e2,stroke:#dc2626,color:#450a0a,stroke-dasharray:4 3",
  "classDef seen fill:#dcfce7,stroke:#16a34a,color:#052e16",
  "classDef now fill:#16a34a,stroke:#14532d,color:#ffffff,stroke-width:3px",
  "classDef bad fill:#fecaca,stroke:#dc2626,color:#450a0a,stroke-width:3px",
  "classDef point fill:#64748b,stroke:#64748b,color:#ffffff",
]);

/**
 * Draws a Mermaid flowchart.
 *
 * @example
 * ```ts
 * import { drawMermaid } from "./mermaid.ts";
 * import { makePicture } from "./picture.ts";
 * import { workflowOf } from "../../test/notation.ts";
 * console.assert(drawMermaid(makePicture(workflowOf("a -> end"))).startsWith("flowchart TD\n"));
 * ```
 */
export function drawMermaid(picture: Picture): string {
  const ends = picture.edges.some((edge) => edge.to === null);
  const ways = waysOut(picture);
  const links: string[] = [];
  /** Numbers of the links that a session took. */
  const taken: number[] = [];
  const link = (line: string, isTaken: boolean) => {
    if (isTaken) taken.push(links.length);
    links.push(line);
  };
  const start = picture.nodes.find((node) => node.start);
  if (start !== undefined) link(`start --> ${start.key}`, start.mark !== undefined);
  for (const node of picture.nodes) {
    for (const child of node.children) link(`${node.key} --- ${child.key}`, (child.mark?.visits ?? 0) > 0);
    for (const repeats of node.facts.filter((fact) => fact.kind === "loop")) {
      link(`${node.key} -. ${quote(`repeats ${repeats.text}`)} .-> ${node.key}`, false);
    }
    for (const edge of ways.get(node.key)!) link(linkOf(edge), edge.taken > 0);
  }
  const lines = [
    "flowchart TD",
    `%% ${escapeText(picture.title).replaceAll("%", "")}: ${escapeText(picture.caption)}`,
    ...CLASSES,
    ...(start === undefined ? [] : [`start(( )):::point`]),
    ...picture.nodes.flatMap(nodeLines),
    ...(ends ? [`stop((${quote(picture.ended ? "✓ end" : "end")})):::${picture.ended ? "now" : "point"}`] : []),
    ...links,
    ...(taken.length > 0 ? [`linkStyle ${taken.join(",")} stroke:#16a34a,stroke-width:3px`] : []),
  ];
  return `${lines.join("\n  ")}\n`;
}

function nodeLines(node: PictureNode): string[] {
  const line = nodeLine(node);
  if (node.children.length === 0) return [line];
  return [
    `subgraph ${node.key}_group[" "]`,
    `  ${line}`,
    ...node.children.map((child) => `  ${nodeLine(child)}`),
    "end",
    `style ${node.key}_group fill:transparent,stroke:#0d9488,stroke-dasharray:4 3`,
  ];
}

function nodeLine(node: PictureNode): string {
  const [open, close] = SHAPES[node.role];
  const facts = node.facts.filter(({ kind }) => kind !== "loop");
  const details = [
    ...(node.title === node.id ? [] : [node.id]),
    ...(node.tag === "" ? [] : [node.tag]),
    ...(node.reachable ? [] : ["unreachable"]),
  ].join(" · ");
  const label = [
    `<b>${escapeText(node.title)}</b>`,
    ...(details === "" ? [] : [`<i>${escapeText(details)}</i>`]),
    ...facts.map(({ name, text }) => escapeText(`${name}: ${text}`)),
    ...markInWords(node).map((note) => `<b>${escapeText(note)}</b>`),
  ].join("<br/>");
  return `${node.key}${open}"${label}"${close}:::${classOf(node)}`;
}

function classOf({ role, mark }: PictureNode): string {
  if (mark?.bad) return "bad";
  if (mark?.current) return "now";
  if (mark !== undefined && mark.visits > 0) return "seen";
  if (role === "interactive") return "person";
  if (role === "command") return "machine";
  if (role === "dispatcher" || role === "child") return "fan";
  return role === "unknown" ? "unknown" : "default";
}

function linkOf({ from, to, labels, implied, taken }: PictureEdge): string {
  const texts = [...labels, ...(taken > 1 ? [`${taken} times`] : [])];
  const label = texts.length === 0 ? "" : `|"${texts.map(escapeText).join("<br/>")}"|`;
  return `${from} ${implied ? "-.->" : "-->"}${label} ${to ?? "stop"}`;
}

function quote(text: string): string {
  return `"${escapeText(text)}"`;
}

/**
 * A text as Mermaid shows it, whatever it holds. Markup, directives (`%%{`), its own entities (`#quot;`) and lists at the
 * beginning of a label (`1.`, `-`) are written as entities. Formulas (`$$`) and line breaks (`\\n`) are found after entities
 * are read, so a blank of no width keeps them apart.
 */
export function escapeText(text: string): string {
  const entity = (unit: string) => `#${unit.charCodeAt(0)};`;
  return text
    .replace(/[#"<`%]|&(?=[#\w])/g, entity)
    .replace(/\$(?=\$)|\\(?=n)/g, (unit) => `${unit}\u200b`)
    .replace(/^(\d+)([.)])/, (_all, digits: string, mark: string) => digits + entity(mark))
    .replace(/^[-+*]/, entity);
}
