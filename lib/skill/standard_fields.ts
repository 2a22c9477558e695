/**
 * The front matter's fields against the Agent Skills standard. Source: spec "Front matter".
 * @module
 */

import type { Diagnostic, Range, RelatedPlace } from "../diagnostic.ts";
import { askFor, nearest } from "../did_you_mean.ts";
import { repairTools, splitTools } from "./allowed_tools.ts";
import { HOST_FIELDS, STANDARD_FIELDS } from "./host_fields.ts";
import { describeNode, quoted } from "./source_map.ts";
import type { SourceEntry, SourceMap, SourceNode, SourceScalar } from "./source_node.ts";
import { textFinding } from "./text_rules.ts";

const NAME_MAX = 64;
const DESCRIPTION_MAX = 1024;
const COMPATIBILITY_MAX = 500;

/** Nobody reads more about fields that nobody knows. */
const FINDINGS_MAX = 100;

/** What the findings need to know about the file. */
export interface FieldsContext {
  file?: string;
  /** Place of the block, for what is missing. */
  block: Range;
  /** The folder's name, where the file is a `SKILL.md` in its own folder. */
  folder?: string;
}

/**
 * Checks the fields: a missing name or description is an error, a broken limit one warning a field, a field of one host and an
 * unknown one an info.
 *
 * @example
 * ```ts
 * import { FILE_START } from "../diagnostic.ts";
 * import { readYaml } from "./read_yaml.ts";
 * import type { SourceMap } from "./source_node.ts";
 * import { checkStandardFields } from "./standard_fields.ts";
 * const { root } = readYaml("name: a\ndescription: b\nmood: calm\n");
 * const found = checkStandardFields(root as SourceMap, { block: FILE_START });
 * console.assert(found.length === 1 && found[0].code === "unknown-key" && found[0].severity === "info");
 * ```
 */
export function checkStandardFields(root: SourceMap, context: FieldsContext): Diagnostic[] {
  const { file } = context;
  const found: Diagnostic[] = [];
  for (const key of ["name", "description"] as const) {
    const entry = root.entries.find((entry) => entry.key === key);
    if (entry && hasText(entry.value)) continue;
    found.push(textFinding(`missing-${key}`, {
      message: entry ? `Field "${key}" ${describeNode(entry.value)}, wanted a text` : `Field "${key}" is missing`,
      range: entry?.keyRange ?? context.block,
      file,
      help: key === "name"
        ? `Write name: ${context.folder ?? "the-folder's-name"}`
        : "Write what the skill does and when an agent should use it",
      ...misspelt(root, key, entry),
    }));
  }
  for (const entry of root.entries) {
    if (found.length >= FINDINGS_MAX) break;
    const deviations = deviationsOf(entry, context.folder);
    if (deviations.length > 0) {
      found.push(textFinding("standard-limit", {
        message: `Field "${entry.key}" ${deviations.join("; ")}`,
        range: nestedIn(entry.value)[0]?.keyRange ?? entry.value.range,
        file,
        help: HELP[entry.key],
        repair: entry.key === "allowed-tools" ? repairTools(entry.value, file) : undefined,
      }));
    } else if (HOST_FIELDS.includes(entry.key)) {
      const message = `Field "${entry.key}" isn't in the Agent Skills standard: only some hosts read it`;
      const help = "Keep it for the host that reads it; the others leave it alone";
      found.push(textFinding("host-field", { message, range: entry.keyRange, file, help }));
    } else if (!STANDARD_FIELDS.includes(entry.key) && entry.key !== "workflow") {
      found.push(unknownKey(entry, root, file));
    }
  }
  return found;
}

/** Where a key that is missing stands under a name that is like it. */
function misspelt(root: SourceMap, key: string, entry: SourceEntry | undefined): { related?: RelatedPlace[] } {
  if (entry !== undefined) return {};
  const like = root.entries.find((one) => !KNOWN_FIELDS.includes(one.key) && nearest(one.key, [key]).length > 0);
  return like === undefined
    ? {}
    : { related: [{ message: `${quoted(like.key)} is perhaps meant for it`, range: like.keyRange }] };
}

const KNOWN_FIELDS = [...STANDARD_FIELDS, ...HOST_FIELDS, "workflow"];

const HELP: { [field: string]: string } = {
  name: "Lower-case letters, digits and single hyphens, the same as the folder's name",
  description: `At most ${DESCRIPTION_MAX} characters; put the rest into the body`,
  license: "The licence's name, or the name of a file with it",
  compatibility: `One text of at most ${COMPATIBILITY_MAX} characters`,
  metadata: "Keep flat: texts by key",
  "allowed-tools": "One text with the tools' names, blanks between them",
};

/** Many skills have the same fields of their own, so that what is near to one is worth keeping. */
const NEAR = new Map<string, readonly string[]>();
const NEAR_MAX = 500;
const KEY_MAX = 64;

function nearFields(key: string): readonly string[] {
  const known = NEAR.get(key);
  if (known) return known;
  const near = nearest(key, KNOWN_FIELDS);
  if (NEAR.size >= NEAR_MAX) NEAR.clear();
  if (key.length <= KEY_MAX) NEAR.set(key, near);
  return near;
}

function unknownKey({ key, keyRange }: SourceEntry, root: SourceMap, file?: string): Diagnostic {
  const near = nearFields(key);
  const free = near.filter((name) => !root.entries.some((entry) => entry.key === name)).at(0);
  return textFinding("unknown-key", {
    severity: "info",
    message: `Unknown field ${quoted(key)}: nobody reads it${near.length > 0 ? `; ${askFor(near)}` : ""}`,
    range: keyRange,
    file,
    help: "Fields of your own belong under metadata",
    // Only for what the standard asks for: another field may well be meant as it is.
    repair: free === "name" || free === "description"
      ? {
        title: `Rename it to "${free}"`,
        edits: [{ ...(file === undefined ? {} : { file }), range: keyRange, text: free }],
      }
      : undefined,
  });
}

/** What breaks the standard, as ends of the sentence "Field x …". */
function deviationsOf({ key, value }: SourceEntry, folder: string | undefined): string[] {
  switch (key) {
    case "name":
      return hasText(value) ? nameDeviations(value.text, folder) : [];
    case "description":
      return hasText(value) ? tooLong(value.text.trim(), DESCRIPTION_MAX) : [];
    case "compatibility":
      return value.kind === "scalar" ? tooLong(value.text.trim(), COMPATIBILITY_MAX) : [wantedText(value)];
    case "license":
      return value.kind === "scalar" ? [] : [wantedText(value)];
    case "metadata":
      return metadataDeviations(value);
    case "allowed-tools":
      if (value.kind !== "scalar") return [wantedText(value)];
      return splitTools(value.text).commas ? ["has commas between the tools, wanted blanks"] : [];
    default:
      return [];
  }
}

function nameDeviations(name: string, folder: string | undefined): string[] {
  const found = tooLong(name, NAME_MAX);
  const bad = [...name].find((char) => !/^[\p{L}\p{N}-]$/u.test(char) || char !== char.toLowerCase());
  if (bad !== undefined) {
    found.push(`is ${quoted(name)} and holds ${JSON.stringify(bad)}, wanted lower-case letters, digits and hyphens`);
  }
  if (name.startsWith("-") || name.endsWith("-")) found.push("begins or ends with a hyphen");
  if (name.includes("--")) found.push("holds two hyphens in a row");
  if (folder !== undefined && folder.normalize("NFC") !== name.normalize("NFC")) {
    found.push(
      bad === undefined ? `is ${quoted(name)}, but the folder is ${quoted(folder)}` : `the folder is ${quoted(folder)}`,
    );
  }
  return found;
}

function metadataDeviations(value: SourceNode): string[] {
  if (value.kind !== "map") {
    return value.kind === "scalar" && value.text === "" ? [] : [`${describeNode(value)}, wanted a mapping`];
  }
  const nested = nestedIn(value);
  if (nested.length === 0) return [];
  const names = nested.slice(0, 3).map(({ key }) => quoted(key));
  return [`holds more than texts under ${names.join(", ")}${nested.length > 3 ? ", …" : ""}`];
}

/** What stands deeper than a text in a mapping: only in `metadata` is that a deviation of its own. */
function nestedIn(value: SourceNode): SourceEntry[] {
  return value.kind === "map" ? value.entries.filter((entry) => entry.value.kind !== "scalar") : [];
}

function tooLong(text: string, limit: number): string[] {
  const length = text.length <= limit ? text.length : [...text].length;
  return length > limit ? [`has ${length} characters, the limit is ${limit}`] : [];
}

function wantedText(value: SourceNode): string {
  return `${describeNode(value)}, wanted a text`;
}

function hasText(value: SourceNode): value is SourceScalar {
  return value.kind === "scalar" && value.value !== null && value.text.trim() !== "";
}
