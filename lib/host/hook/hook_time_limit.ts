/**
 * How long a hook may take.
 * @module
 */

/** Milliseconds after which a hook gives up by itself. `install` gives hosts twice as much. */
export const HOOK_TIME_LIMIT = 5_000;
