/**
 * The error of this part: a code of the contract and a message that says what to do next.
 * @module
 */

import { WorkflowError } from "../../lib/error.ts";
import type { JsonObject } from "../../lib/json.ts";
import type { ErrorCode, Failure } from "./contract.ts";

/**
 * What a failure means for the next method: `elsewhere`, nothing was done and another way may work; `unknown`, the call
 * may have been done; `final`, every way would end the same.
 */
export type FailureKind = "elsewhere" | "unknown" | "final";

/** A failure with a code of the contract. */
export class ManageError extends WorkflowError {
  /** Replaces the default. */
  override readonly code: ErrorCode;
  /** What it means for the next method. */
  readonly kind: FailureKind;

  /** A failure; `final` unless said otherwise. */
  constructor(code: ErrorCode, message: string, data: JsonObject = {}, kind: FailureKind = "final") {
    super(message, data);
    this.name = "ManageError";
    this.code = code;
    this.kind = kind;
  }

  /** The same as data. */
  toFailure(): Failure {
    const { code, message, data } = this;
    return Object.keys(data).length === 0 ? { code, message } : { code, message, data };
  }
}
