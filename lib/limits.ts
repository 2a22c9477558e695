/**
 * Every bound of the pure part in one place: a skill, a delivery and a journal are hostile input.
 * @module
 */

/** The bounds by name. */
export type Limits = Readonly<
  Record<
    | "fileBytes"
    | "frontMatter"
    | "yamlNodes"
    | "depth"
    | "yamlAliases"
    | "steps"
    | "listEntries"
    | "condition"
    | "conditionNodes"
    | "conditionDepth"
    | "pattern"
    | "patternInput"
    | "sentinel"
    | "output"
    | "rejectedExcerpt"
    | "path"
    | "notices"
    | "unevaluable"
    | "loopMax"
    | "transitionsMax"
    | "timeoutSeconds",
    number
  >
>;

/** Bounds on what is read. Sizes are UTF-16 units unless a name says bytes. */
export const LIMITS: Limits = Object.freeze({
  /** A skill's file, a workflow file, a step file. */
  fileBytes: 1_048_576,
  /** The front matter block. */
  frontMatter: 262_144,
  /** Nodes of one YAML document. */
  yamlNodes: 100_000,
  /** Depth of one YAML document, of a delivered value, of a schema. */
  depth: 32,
  /** Aliases that one YAML document may resolve. */
  yamlAliases: 100,
  /** Steps of one workflow. */
  steps: 10_000,
  /** Entries of one list inside a step (transitions, branches, children, strings). */
  listEntries: 1_000,
  /** One condition. */
  condition: 2_000,
  /** Nodes of one condition's syntax tree, and its depth. */
  conditionNodes: 500,
  conditionDepth: 32,
  /** An author's pattern, and the text it is matched against. */
  pattern: 500,
  patternInput: 1_000,
  /** A sentinel word of `until` or `when`. */
  sentinel: 200,
  /** Text of one output, one response, one variable (as JSON). */
  output: 4_194_304,
  /** What of a rejected delivery is repeated to the agent. */
  rejectedExcerpt: 300,
  /** Entries that a state keeps of its path; the journal has all. */
  path: 100,
  /** Notices that one envelope carries. */
  notices: 20,
  /** Verdicts `unevaluable` in a row before a session halts. */
  unevaluable: 3,
  /** Largest `loop.max`, `verify.attempts` and `max_transitions`. */
  loopMax: 10_000,
  transitionsMax: 1_000_000,
  /** Largest time-out of a command, in seconds. */
  timeoutSeconds: 86_400,
});
