/**
 * Why a file can't be edited.
 * @module
 */

/** A file's text isn't what an edit needs; the message completes "… can't be edited: ". */
export class EditError extends Error {}
