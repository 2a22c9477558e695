/**
 * The typed errors. Each has a stable `code`, a message that is complete in itself and says what to do next, and data.
 * Source: spec "Errors" of the runtime.
 * @module
 */

import type { Diagnostic } from "./diagnostic.ts";
import type { Json } from "./json.ts";

/** Base of every error that this package throws on purpose. */
export class WorkflowError extends Error {
  /** The error's `code`: written out, since bundlers shorten the names of classes. */
  static override readonly name: string = "WorkflowError";
  /** The class's name: stable, for programs. */
  readonly code: string;
  /** What the message says, for programs. */
  readonly data: { [key: string]: Json };

  /** An error with data for programs. */
  constructor(message: string, data: { [key: string]: Json } = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = new.target.name;
    this.data = data;
  }
}

/** No skill of that name or at that path; `data.searched`, `data.suggestions`. */
export class WorkflowResolutionError extends WorkflowError {
  /** Its `code`. */
  static override readonly name = "WorkflowResolutionError";
}

/** A skill's text can't be read; `diagnostics` has every finding. */
export class WorkflowParseError extends WorkflowError {
  /** Its `code`. */
  static override readonly name: string = "WorkflowParseError";
  /** Everything that was found, warnings included. */
  readonly diagnostics: readonly Diagnostic[];
  /** An error that carries what was found. */
  constructor(message: string, diagnostics: readonly Diagnostic[]) {
    super(message, { diagnostics: diagnostics as unknown as Json });
    this.diagnostics = diagnostics;
  }
}

/** The text is well formed, but it isn't a workflow (unknown keys, wrong types). */
export class WorkflowSchemaError extends WorkflowParseError {
  /** Its `code`. */
  static override readonly name = "WorkflowSchemaError";
}

/** A step's section is missing or ambiguous; `data.candidates`. */
export class SectionNotFoundError extends WorkflowParseError {
  /** Its `code`. */
  static override readonly name = "SectionNotFoundError";
}

/** The graph of steps is wrong; `diagnostics` has every finding. */
export class InvalidDAGStructureError extends WorkflowParseError {
  /** Its `code`. */
  static override readonly name = "InvalidDAGStructureError";
}

/** A condition can't be evaluated; `data.step`, `data.condition`, `data.names`. It's never taken for false. */
export class TransitionEvaluationError extends WorkflowError {
  /** Its `code`. */
  static override readonly name = "TransitionEvaluationError";
}

/** No such way out; `data.open` lists the open ones. */
export class InvalidTransitionError extends WorkflowError {
  /** Its `code`. */
  static override readonly name = "InvalidTransitionError";
}

/** Base of the errors about a session. */
export class SessionError extends WorkflowError {
  /** Its `code`. */
  static override readonly name: string = "SessionError";
}

/** No such session; `data.live` lists the live ones. */
export class SessionNotFoundError extends SessionError {
  /** Its `code`. */
  static override readonly name = "SessionNotFoundError";
}

/** A stored session can't be trusted; `data.file`, `data.line`, `data.salvage`. */
export class SessionCorruptedError extends SessionError {
  /** Its `code`. */
  static override readonly name = "SessionCorruptedError";
}

/** Another writer holds the session; try again. */
export class SessionBusyError extends SessionError {
  /** Its `code`. */
  static override readonly name = "SessionBusyError";
}

/** The session is halted, completed or aborted, or waits for something else; `data.status`, `data.reason`, `data.next`. */
export class SessionClosedError extends SessionError {
  /** Its `code`. */
  static override readonly name = "SessionClosedError";
}

/** The delivery answers an older envelope; `data.turn`, `data.current_turn`. */
export class StaleInputError extends SessionError {
  /** Its `code`. */
  static override readonly name = "StaleInputError";
}

/** An input's field is wrong; `data.field`, `data.wanted`, `data.actual`. */
export class InvalidInputError extends WorkflowError {
  /** Its `code`. */
  static override readonly name = "InvalidInputError";
}

/** The skill's commands aren't trusted in this workspace; `data.commands`. */
export class NotTrustedError extends WorkflowError {
  /** Its `code`. */
  static override readonly name = "NotTrustedError";
}

/** The command is a person's, and it doesn't look as if a person typed it; `data.marker` names what gave it away. */
export class NotAPersonError extends WorkflowError {
  /** Its `code`. */
  static override readonly name = "NotAPersonError";
}

/** The skill isn't one of the caller's; `data.agent`, `data.skill`, `data.has`. */
export class CapabilityError extends WorkflowError {
  /** Its `code`. */
  static override readonly name = "CapabilityError";
}

/** Base of the errors about another agent; `data.agent`. */
export class AgentError extends WorkflowError {
  /** Its `code`. */
  static override readonly name: string = "AgentError";
}

/** The agent can't be started, or not be asked in a structured way; `data.reason`. */
export class AgentUnavailableError extends AgentError {
  /** Its `code`. */
  static override readonly name = "AgentUnavailableError";
}

/** The agent works on something else; `data.task` is the beginning of it. */
export class AgentBusyError extends AgentError {
  /** Its `code`. */
  static override readonly name = "AgentBusyError";
}

/** The agent didn't answer in time and works on; `data.timeout_ms`. The same task asked again waits for the same answer. */
export class AgentTimeoutError extends AgentError {
  /** Its `code`. */
  static override readonly name = "AgentTimeoutError";
}

/** The agent ended or failed in the middle of a task; `data.reason`. */
export class AgentFailedError extends AgentError {
  /** Its `code`. */
  static override readonly name = "AgentFailedError";
}

/** A bound was passed; `data.limit`, `data.wanted`, `data.actual`. */
export class LimitError extends WorkflowError {
  /** Its `code`. */
  static override readonly name = "LimitError";
}

/** The machine refused (disk full, read-only, permission denied); `data.path`, `data.errno`. */
export class StorageError extends WorkflowError {
  /** Its `code`. */
  static override readonly name = "StorageError";
}
