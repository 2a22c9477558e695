/**
 * A picture in Graphviz's language.
 * @module
 */

import { cleanLine } from "./clean_line.ts";
import { markInWords } from "./mark_in_words.ts";
import { type Picture, type PictureEdge, type PictureNode, type Role, waysOut } from "./picture.ts";
import { textWidth } from "../text_width.ts";
import { wrap } from "./wrap.ts";

/** Fill and line of each role. */
const COLOURS: Readonly<Record<Role, [string, string]>> = Object.freeze({
  agent: ["#eef2ff", "#6366f1"],
  interactive: ["#fef3c7", "#d97706"],
  barrier: ["#eef2ff", "#6366f1"],
  decision: ["#f3e8ff", "#9333ea"],
  terminal: ["#e2e8f0", "#475569"],
  command: ["#e2e8f0", "#475569"],
  dispatcher: ["#ccfbf1", "#0d9488"],
  child: ["#f0fdfa", "#0d9488"],
  unknown: ["#fee2e2", "#dc2626"],
});
const TAKEN = "#16a34a";
const WIDTH = 40;

/**
 * Draws a DOT digraph.
 *
 * @example
 * ```ts
 * import { drawDot } from "./dot.ts";
 * import { makePicture } from "./picture.ts";
 * import { workflowOf } from "../../test/notation.ts";
 * console.assert(drawDot(makePicture(workflowOf("a -> end"))).includes("s1 -> stop"));
 * ```
 */
export function drawDot(picture: Picture): string {
  const places = new Map(picture.nodes.map(({ key }, i) => [key, i]));
  const isBack = ({ from, to }: PictureEdge) => to !== null && places.get(to)! < places.get(from)!;
  const ways = waysOut(picture);
  const start = picture.nodes.find((node) => node.start);
  const ends = picture.edges.some((edge) => edge.to === null);
  const lines = [
    `graph [label=<${html(picture.title)}<br/><font point-size="10" color="#64748b">${
      html(picture.caption)
    }</font>>, ` +
    `labelloc=t, fontname="Helvetica", fontsize=16, rankdir=TB, nodesep=0.5, ranksep=0.55, pad=0.3]`,
    `node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=12, margin="0.18,0.1"]`,
    `edge [fontname="Helvetica", fontsize=10, color="#64748b", fontcolor="#334155", arrowsize=0.7]`,
    ...(start === undefined
      ? []
      : [`start [shape=circle, style=filled, fillcolor="#64748b", color="#64748b", label="", width=0.18]`]),
    ...picture.nodes.flatMap(nodeLines),
    ...(ends
      ? [
        `stop [shape=doublecircle, style=filled, fillcolor="${picture.ended ? TAKEN : "#64748b"}", color="${
          picture.ended ? TAKEN : "#64748b"
        }", label="", width=0.16]`,
      ]
      : []),
    ...(start === undefined ? [] : [`start -> ${start.key}`]),
    ...picture.nodes.flatMap((node) => [
      ...node.children.map((child) => `${node.key} -> ${child.key} [arrowhead=none, color="#0d9488"]`),
      ...ways.get(node.key)!.map((edge) => edgeLine(edge, isBack(edge))),
    ]),
  ];
  return `digraph workflow {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

function nodeLines(node: PictureNode): string[] {
  const line = nodeLine(node);
  if (node.children.length === 0) return [...line, ...loopLines(node)];
  return [
    `subgraph cluster_${node.key} {`,
    `  graph [label="", style="rounded,dashed", color="#0d9488", margin=10]`,
    ...[...line, ...node.children.flatMap(nodeLine)].map((inner) => `  ${inner}`),
    "}",
    ...loopLines(node),
  ];
}

function nodeLine(node: PictureNode): string[] {
  const [fill, line] = COLOURS[node.role];
  const { mark } = node;
  const colour = mark?.bad ? "#dc2626" : mark !== undefined && (mark.current || mark.visits > 0) ? TAKEN : line;
  const style = node.reachable ? "rounded,filled" : "rounded,filled,dashed";
  return [
    `${node.key} [label=<${labelOf(node)}>, style="${style}", fillcolor="${
      mark?.bad ? "#fee2e2" : mark?.current ? "#bbf7d0" : fill
    }", ` +
    `color="${colour}", penwidth=${mark?.current ? 3 : 1.2}]`,
  ];
}

/** Each loop as a way from the step to itself. */
function loopLines(node: PictureNode): string[] {
  return node.facts.filter(({ kind }) => kind === "loop").map(({ text }) =>
    `${node.key} -> ${node.key} [style=dotted, label=<${lines(`repeats ${text}`, 24).map(apart).join("<br/>")}>]`
  );
}

function labelOf(node: PictureNode): string {
  const details = [
    ...(node.title === node.id ? [] : [node.id]),
    ...(node.tag === "" ? [] : [node.tag]),
    ...(node.reachable ? [] : ["unreachable"]),
  ].join(" · ");
  const small = (text: string, colour: string) => `<font point-size="10" color="${colour}">${text}</font>`;
  return [
    `<b>${broken(node.title, WIDTH)}</b>`,
    ...(details === "" ? [] : [small(broken(details, WIDTH), "#475569")]),
    ...node.facts.filter(({ kind }) => kind !== "loop").map(({ name, text }) =>
      small(broken(`${name}: ${text}`, WIDTH), "#0f172a")
    ),
    ...markInWords(node).map((note) => small(`<b>${broken(note, WIDTH)}</b>`, node.mark!.bad ? "#b91c1c" : "#15803d")),
  ].join("<br/>");
}

/** A way back is written from its target, so that the layout keeps the declared order from top to bottom. */
function edgeLine({ from, to, labels, implied, taken }: PictureEdge, back: boolean): string {
  const texts = [...labels, ...(taken > 1 ? [`${taken} times`] : [])].flatMap((label) => lines(label, 30));
  const attributes = [
    ...(back ? ["dir=back"] : []),
    ...(texts.length === 0 ? [] : [`label=<${texts.map(apart).join("<br/>")}>`]),
    ...(implied ? ["style=dashed"] : []),
    ...(taken > 0 ? [`color="${TAKEN}"`, "penwidth=2.2"] : []),
  ];
  return `${back ? to : from} -> ${back ? from : to ?? "stop"}${
    attributes.length === 0 ? "" : ` [${attributes.join(", ")}]`
  }`;
}

function broken(text: string, width: number): string {
  return lines(text, width).join("<br/>");
}

function lines(text: string, width: number): string[] {
  return wrap(text, width, 3, textWidth).map(html);
}

/** Labels of ways stand close to them: a blank on each side keeps letters off the line. */
function apart(line: string): string {
  return `&#160;${line}&#160;`;
}

/** Text inside an HTML-like label: only markup and entities mean anything there. */
function html(text: string): string {
  return cleanLine(text).replace(/[&<>"'[\]\\]/g, (unit) => `&#${unit.charCodeAt(0)};`);
}
