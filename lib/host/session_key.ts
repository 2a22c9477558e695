/**
 * A session among copies of it.
 * @module
 */

/** A key for what is known of one session: a workspace that was copied has sessions of the same ids. */
export function sessionKey(id: string, workspace: string): string {
  return `${workspace}\n${id}`;
}
