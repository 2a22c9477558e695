/**
 * Top-level fields of front matter that somebody reads. Source: spec "Front matter".
 * @module
 */

/** The fields of the Agent Skills standard. */
export const STANDARD_FIELDS: readonly string[] = Object.freeze([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);

/** Fields that single hosts read. */
export const HOST_FIELDS: readonly string[] = Object.freeze([
  "when_to_use",
  "argument-hint",
  "arguments",
  "disable-model-invocation",
  "user-invocable",
  "disallowed-tools",
  "model",
  "effort",
  "context",
  "agent",
  "hooks",
  "paths",
  "shell",
]);
