/**
 * Tells a server's connections that a session of this process has moved.
 * @module
 */

/** Told the session's id, and whether it's the first that is heard of it. */
export type MoveListener = (id: string, isNew: boolean) => void;

/** Who wants to know. */
export class SessionMoves {
  readonly #listeners = new Set<MoveListener>();
  readonly #heard = new Set<string>();

  /** Listens until the returned function is called. */
  on(listener: MoveListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A session has moved. */
  moved(id: string): void {
    const isNew = !this.#heard.has(id);
    this.#heard.add(id);
    for (const listener of this.#listeners) listener(id, isNew);
  }
}
