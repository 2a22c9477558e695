/**
 * Pictures of workflows. Drawing an SVG needs a layout library, so it has a module of its own: `svg.ts`.
 * @module
 */

export { type AsciiOptions, drawAscii } from "./ascii.ts";
export type { Ink, Paint } from "./canvas.ts";
export { drawDot } from "./dot.ts";
export { drawMermaid } from "./mermaid.ts";
export { makePicture, type Picture, type PictureEdge, type PictureNode } from "./picture.ts";
export { type Walk, walkOf } from "./walk.ts";
