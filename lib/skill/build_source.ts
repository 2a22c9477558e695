/**
 * From the YAML library's nodes to a source tree: aliases resolved, duplicate keys found, everything with its place.
 * @module
 */

import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from "yaml";
import type { Diagnostic, Position, Range } from "../diagnostic.ts";
import { LIMITS } from "../limits.ts";
import type { LineIndex } from "./line_index.ts";
import { quoted } from "./source_map.ts";
import type { SourceEntry, SourceList, SourceMap, SourceNode, SourceScalar } from "./source_node.ts";
import { textFinding } from "./text_rules.ts";

/** What a text and its parse have in common. */
export interface SourceContext {
  /** The text, as its author wrote it. */
  text: string;
  lines: LineIndex;
  file?: string;
  /** Stands for a colon that isn't a separator, in the text that was parsed. */
  mask?: string;
}

/** What `buildSource` calls for each scalar: its place, the key it stands under, whether in a list. */
export type VisitScalar = (scalar: SourceScalar, end: number, key: string | undefined, inList: boolean) => void;

const STYLES: Record<string, SourceScalar["style"]> = {
  BLOCK_FOLDED: "folded",
  BLOCK_LITERAL: "literal",
  QUOTE_DOUBLE: "double",
  QUOTE_SINGLE: "single",
};

/** Nobody reads more, and a hostile text could hold one at every key. */
const FINDINGS_MAX = 100;

class Stop extends Error {}

interface Size {
  nodes: number;
  depth: number;
}

/** Where a node stands: `at` is its place where it's left out. */
interface Spot {
  depth: number;
  key?: string;
  inList: boolean;
  at: number;
}

const ONE: Size = { nodes: 1, depth: 1 };

/**
 * Builds the tree. An alias becomes the very node of its anchor, so that places stay where the text is. Stops at the bounds on
 * nodes, depth and aliases; then there's no tree.
 */
export function buildSource(
  contents: ParsedNode,
  context: SourceContext,
  visit: VisitScalar,
): { root?: SourceNode; diagnostics: Diagnostic[] } {
  const builder = new Builder(context, visit);
  try {
    return { root: builder.build(contents, { depth: 1, inList: false, at: 0 }), diagnostics: builder.diagnostics };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { diagnostics: builder.diagnostics };
  }
}

class Builder {
  readonly diagnostics: Diagnostic[] = [];
  readonly #context: SourceContext;
  readonly #visit: VisitScalar;
  /** The latest node of each anchor; null while it's being built. */
  readonly #anchors = new Map<string, SourceNode | null>();
  readonly #sizes = new Map<SourceNode, Size>();
  #nodes = 0;
  #aliases = 0;

  constructor(context: SourceContext, visit: VisitScalar) {
    this.#context = context;
    this.#visit = visit;
  }

  build(node: ParsedNode | null, spot: Spot): SourceNode {
    if (isAlias(node)) return this.#alias(node.source, node.range[0], node.range[1], spot.depth);
    const [start, end] = node?.range ?? [spot.at, spot.at];
    this.#bound(spot.depth, 1, start, end);
    const before = this.#nodes;
    const anchor = node?.anchor;
    if (anchor) this.#anchors.set(anchor, null);
    let built: SourceNode;
    if (isMap(node)) {
      built = { kind: "map", entries: this.#entries(node.items, spot), range: this.#range(start, end) };
    } else if (isSeq(node)) {
      const { key } = spot;
      const items = node.items.map((item) =>
        this.build(item as ParsedNode, {
          depth: spot.depth + 1,
          ...(key === undefined ? {} : { key }),
          inList: true,
          at: start,
        })
      );
      built = { kind: "list", items, range: this.#range(start, end) };
    } else {
      built = this.#scalar(node, start, end);
      this.#visit(built, end, spot.key, spot.inList);
    }
    if (anchor) this.#anchors.set(anchor, built);
    if (built.kind !== "scalar") {
      this.#sizes.set(built, { nodes: this.#nodes - before + 1, depth: 1 + this.#depthBelow(built) });
    }
    return built;
  }

  #depthBelow(built: SourceList | SourceMap): number {
    const below = built.kind === "list" ? built.items : built.entries.map((entry) => entry.value);
    return below.reduce((depth, node) => Math.max(depth, (this.#sizes.get(node) ?? ONE).depth), 0);
  }

  #entries(items: readonly { key: unknown; value: unknown }[], { depth }: Spot): SourceEntry[] {
    const entries: SourceEntry[] = [];
    const known = new Map<string, Range>();
    for (const { key, value } of items) {
      // Other keys were reported by the library.
      if (!isScalar(key) || typeof key.value !== "string") continue;
      const name = this.#unmask(key.value);
      const [from, to] = key.range!;
      const keyRange = this.#range(from, to);
      const built = this.build(value as ParsedNode | null, { depth: depth + 1, key: name, inList: false, at: to });
      const first = known.get(name);
      if (name === "" && from === to) {
        this.#report("yaml-syntax", keyRange, "Colon without a key before it");
      } else if (first) {
        this.#report("duplicate-key", keyRange, `Key ${quoted(name)} stands twice in this mapping`, first);
      } else if (name === "__proto__") {
        this.#report("reserved-name", keyRange, 'Key "__proto__" isn\'t allowed anywhere');
      } else if (name === "<<") {
        this.#report("yaml-syntax", keyRange, 'Merge key "<<" isn\'t part of YAML 1.2, write the keys out');
      } else entries.push({ key: name, keyRange, value: built });
      known.set(name, first ?? keyRange);
    }
    return entries;
  }

  #scalar(node: Scalar.Parsed | null, start: number, end: number): SourceScalar {
    const style = STYLES[node?.type ?? ""] ?? "plain";
    const text = this.#unmask(node?.source ?? "");
    const raw: unknown = node?.value ?? null;
    // JSON has no infinity, so that those stay texts.
    const value = typeof raw === "string" || (typeof raw === "number" && !Number.isFinite(raw))
      ? text
      : raw as SourceScalar["value"];
    const built: SourceScalar = { kind: "scalar", value, text, style, range: this.#range(start, end) };
    const first = this.#firstUnit(style, text, start, end);
    if (first !== undefined) built.at = this.#context.lines.position(first);
    const lines = style === "literal" ? this.#literalLines(text, start) : undefined;
    if (lines !== undefined) built.lines = lines;
    return built;
  }

  /** A literal block keeps its lines and loses only their indentation: each stands at the end of its line of the file. */
  #literalLines(value: string, start: number): Position[] | undefined {
    const { text, lines } = this.#context;
    const places: Position[] = [];
    let line = lines.lineAt(start);
    for (const written of (value.endsWith("\n") ? value.slice(0, -1) : value).split("\n")) {
      if (++line >= lines.starts.length) return undefined;
      const first = lines.endOf(line) - written.length;
      if (first < lines.starts[line] || !text.startsWith(written, first)) return undefined;
      places.push(lines.position(first));
    }
    return places;
  }

  /** Where the value stands unescaped on one line. */
  #firstUnit(style: SourceScalar["style"], value: string, start: number, end: number): number | undefined {
    const { text } = this.#context;
    if (style === "plain") return text.startsWith(value, start) && start + value.length === end ? start : undefined;
    if (style === "single" || style === "double") {
      return text.startsWith(value, start + 1) && start + value.length + 2 === end ? start + 1 : undefined;
    }
    const line = value.endsWith("\n") ? value.slice(0, -1) : value;
    if (line === "" || line.includes("\n")) return undefined;
    let from = text.indexOf("\n", start) + 1;
    while (from < end && text[from] === " ") from++;
    return text.startsWith(line, from) ? from : undefined;
  }

  #alias(name: string, start: number, end: number, depth: number): SourceNode {
    const range = this.#range(start, end);
    const target = this.#anchors.get(name);
    if (!target) {
      const why = target === null ? "stands inside its own anchor" : `has no anchor of that name before it`;
      this.#report("yaml-syntax", range, `Alias ${quoted(`*${name}`)} ${why}`);
      return { kind: "scalar", value: null, text: "", style: "plain", range };
    }
    if (++this.#aliases > LIMITS.yamlAliases) {
      this.#report("too-large", range, `YAML has more than ${LIMITS.yamlAliases} aliases`);
      throw new Stop();
    }
    const size = this.#sizes.get(target) ?? ONE;
    this.#bound(depth + size.depth - 1, size.nodes, start, end);
    return target;
  }

  #bound(depth: number, nodes: number, start: number, end: number): void {
    this.#nodes += nodes;
    if (depth <= LIMITS.depth && this.#nodes <= LIMITS.yamlNodes) return;
    const range = this.#range(start, end);
    if (depth > LIMITS.depth) {
      this.#report("too-large", range, `YAML is nested deeper than ${LIMITS.depth}`);
    } else {
      this.#report("too-large", range, `YAML has more than ${LIMITS.yamlNodes} nodes`);
    }
    throw new Stop();
  }

  #report(code: Parameters<typeof textFinding>[0], range: Range, message: string, first?: Range): void {
    if (this.diagnostics.length >= FINDINGS_MAX && code !== "too-large") return;
    const { file } = this.#context;
    const related = first ? [{ message: "It stands here first", ...(file ? { file } : {}), range: first }] : [];
    this.diagnostics.push(textFinding(code, { message, range, file, related, help: HELP[code] }));
  }

  #unmask(value: string): string {
    return this.#context.mask ? value.replaceAll(this.#context.mask, ":") : value;
  }

  /** Without the line ends and blanks that the library counts to a block. */
  #range(start: number, end: number): Range {
    const { text, lines } = this.#context;
    let last = end;
    while (last > start && " \t\r\n".includes(text[last - 1])) last--;
    return lines.range(start, last);
  }
}

const HELP: Partial<Record<Parameters<typeof textFinding>[0], string>> = {
  "duplicate-key": "Keep one of the two: readers differ in which one they take",
  "reserved-name": "Give the key another name",
  "too-large": "Make it smaller, or move parts to other files",
};
