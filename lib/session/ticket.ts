/**
 * Tickets of parallel children: derived, single use. They're keys, not secrets.
 * @module
 */

import { ownValue } from "../json.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { SessionState, Ticket } from "./state.ts";

/**
 * The ticket of a child's visit: child, visit, and the session's last four characters.
 */
export function ticketOf(session: string, child: StepId, visit: number): string {
  return `${child}~${visit}~${session.slice(-4)}`;
}

/**
 * Whether a ticket was given out in this session once, used or late.
 */
export function wasIssued(state: SessionState, ticket: string): boolean {
  const [child, visit] = ticket.split("~");
  const number = Number(visit);
  return Object.hasOwn(state.visits, child) && Number.isInteger(number) && number >= 1 &&
    number <= state.visits[child] && ticketOf(state.id, child, number) === ticket &&
    ownValue(state.workflow.steps, child)?.kind === "child";
}

/** The children of the current dispatcher whose result is still missing, in declared order. */
export function missingChildren(tickets: { [ticket: string]: Ticket }): StepId[] {
  return Object.values(tickets).filter((ticket) => !ticket.used).map((ticket) => ticket.child);
}
