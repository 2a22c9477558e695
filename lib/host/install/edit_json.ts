/**
 * Changes one value in a JSON or JSONC text and leaves every other byte alone.
 * @module
 */

import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { Json } from "../../json.ts";
import { EditError } from "./edit_error.ts";
import { insertion, removal, replacement } from "./json_edits.ts";

/** A place in a JSON value. */
export type JsonPath = readonly (string | number)[];

/** A JSON text that was read. */
export class JsonText {
  readonly text: string;
  readonly #root: Node | undefined;
  readonly #bom: string;

  /**
   * @param text the file's text; an empty one counts as an object without keys
   * @param comments whether the client's reader takes comments and trailing commas
   * @throws {EditError} it can't be read, or isn't an object
   */
  constructor(text: string, comments: boolean) {
    this.#bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
    this.text = text.slice(this.#bom.length);
    const errors: ParseError[] = [];
    const options = { disallowComments: !comments, allowTrailingComma: comments };
    this.#root = this.text.trim() === "" ? undefined : parseTree(this.text, errors, options);
    if (errors.length > 0) {
      const [{ error, offset }] = errors;
      const line = this.text.slice(0, offset).split("\n").length;
      throw new EditError(`line ${line} can't be read (${printParseErrorCode(error)})`);
    }
    if (this.#root !== undefined && this.#root.type !== "object") throw new EditError("it isn't a JSON object");
    if (this.#root !== undefined) refuseTwins(this.#root);
  }

  /** The value at a place; undefined where there's none. */
  get(path: JsonPath): Json | undefined {
    const node = this.#root === undefined ? undefined : findNodeAtLocation(this.#root, [...path]);
    // Without the null prototypes, which no comparison expects.
    return node === undefined ? undefined : JSON.parse(JSON.stringify(getNodeValue(node))) as Json;
  }

  /**
   * The text with a value set; undefined takes it away. Objects on the way are made. `insert` adds it to the end of a list.
   *
   * @throws {EditError} something else than an object is on the way
   */
  set(path: JsonPath, value: Json | undefined, insert = false): JsonText {
    for (let length = 1; length < path.length; length++) {
      const on = this.get(path.slice(0, length));
      const wanted = typeof path[length] === "number" ? "a list" : "an object";
      const fits = typeof path[length] === "number" ? Array.isArray(on) : typeof on === "object" && !Array.isArray(on);
      if (on !== undefined && (on === null || !fits)) {
        throw new EditError(`"${path.slice(0, length).join(".")}" isn't ${wanted}`);
      }
    }
    if (this.#root === undefined) {
      return value === undefined ? this : new JsonText(`${this.#bom}{}\n`, true).set(path, value);
    }
    const node = insert ? undefined : findNodeAtLocation(this.#root, [...path]);
    if (node === undefined && value === undefined) return this;
    if (value === undefined) return this.#edited(removal(this.text, node!));
    if (node !== undefined) return this.#edited([replacement(this.text, node, value)]);
    let at = path.length - 1;
    while (findNodeAtLocation(this.#root, path.slice(0, at)) === undefined) at--;
    const inner = path.slice(at + 1).reduceRight<Json>((nested, key) => ({ [key]: nested }), value);
    const container = findNodeAtLocation(this.#root, path.slice(0, at))!;
    return this.#edited(insertion(this.text, container, path[at], inner));
  }

  #edited(edits: Edit[]): JsonText {
    return new JsonText(this.#bom + applyEdits(this.text, edits), true);
  }

  /** The text without a value, and without the objects and lists around it that are empty then. */
  take(path: JsonPath): JsonText {
    let left = this.set(path, undefined);
    for (let length = path.length - 1; length > 0 && left !== this; length--) {
      const around = left.get(path.slice(0, length));
      if (typeof around !== "object" || around === null || Object.keys(around).length > 0) break;
      left = left.set(path.slice(0, length), undefined);
    }
    return left;
  }

  /** The whole text, byte-order mark included. */
  toString(): string {
    return this.#bom + this.text;
  }
}

/** Two keys of one name: readers differ on which one counts. */
function refuseTwins(node: Node): void {
  const pending = [node];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const keys = at.type === "object"
      ? (at.children ?? []).map((property) => String(property.children?.[0].value))
      : [];
    const seen = new Set<string>();
    const twin = keys.find((key) => seen.size === seen.add(key).size);
    if (twin !== undefined) throw new EditError(`it has the key "${twin}" twice`);
    pending.push(...(at.children ?? []).filter((child) => child.type !== "string"));
  }
}
