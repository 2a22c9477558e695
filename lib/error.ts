/**
 * The typed errors. Each has a stable `code`, a message that is complete in itself and says what to do next, and data.
 * Source: spec "Errors" of the runtime.
 * @module
 */

import type { Diagnostic } from "./diagnostic.ts";
import type { Json } from "./json.ts";

/** Base of every error that this package throws on purpose. */
export class WorkflowError extends Error {
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
export class WorkflowResolutionError extends WorkflowError {}

/** A skill's text can't be read; `diagnostics` has every finding. */
export class WorkflowParseError extends WorkflowError {
  /** Everything that was found, warnings included. */
  readonly diagnostics: readonly Diagnostic[];
  /** An error that carries what was found. */
  constructor(message: string, diagnostics: readonly Diagnostic[]) {
    super(message, { diagnostics: diagnostics as unknown as Json });
    this.diagnostics = diagnostics;
  }
}

/** The text is well formed, but it isn't a workflow (unknown keys, wrong types). */
export class WorkflowSchemaError extends WorkflowParseError {}

/** A step's section is missing or ambiguous; `data.candidates`. */
export class SectionNotFoundError extends WorkflowParseError {}

/** The graph of steps is wrong; `diagnostics` has every finding. */
export class InvalidDAGStructureError extends WorkflowParseError {}

/** A condition can't be evaluated; `data.step`, `data.condition`, `data.names`. It's never taken for false. */
export class TransitionEvaluationError extends WorkflowError {}

/** No such way out; `data.open` lists the open ones. */
export class InvalidTransitionError extends WorkflowError {}

/** Base of the errors about a session. */
export class SessionError extends WorkflowError {}

/** No such session; `data.live` lists the live ones. */
export class SessionNotFoundError extends SessionError {}

/** A stored session can't be trusted; `data.file`, `data.line`, `data.salvage`. */
export class SessionCorruptedError extends SessionError {}

/** Another writer holds the session; try again. */
export class SessionBusyError extends SessionError {}

/** The session is halted, completed or aborted, or waits for something else; `data.status`, `data.reason`, `data.next`. */
export class SessionClosedError extends SessionError {}

/** The delivery answers an older envelope; `data.turn`, `data.current_turn`. */
export class StaleInputError extends SessionError {}

/** An input's field is wrong; `data.field`, `data.wanted`, `data.actual`. */
export class InvalidInputError extends WorkflowError {}

/** The skill's commands aren't trusted in this workspace; `data.commands`. */
export class NotTrustedError extends WorkflowError {}

/** The command is a person's, and it doesn't look as if a person typed it; `data.marker` names what gave it away. */
export class NotAPersonError extends WorkflowError {}

/** The skill isn't one of the caller's; `data.agent`, `data.skill`, `data.has`. */
export class CapabilityError extends WorkflowError {}

/** Base of the errors about another agent; `data.agent`. */
export class AgentError extends WorkflowError {}

/** The agent can't be started, or not be asked in a structured way; `data.reason`. */
export class AgentUnavailableError extends AgentError {}

/** The agent works on something else; `data.task` is the beginning of it. */
export class AgentBusyError extends AgentError {}

/** The agent didn't answer in time and works on; `data.timeout_ms`. The same task asked again waits for the same answer. */
export class AgentTimeoutError extends AgentError {}

/** The agent ended or failed in the middle of a task; `data.reason`. */
export class AgentFailedError extends AgentError {}

/** A bound was passed; `data.limit`, `data.wanted`, `data.actual`. */
export class LimitError extends WorkflowError {}

/** The machine refused (disk full, read-only, permission denied); `data.path`, `data.errno`. */
export class StorageError extends WorkflowError {}
