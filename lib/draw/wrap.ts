/**
 * Breaks a text into lines, by whatever measure the format has.
 * @module
 */

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A text in at most `lines` lines, none wider than `width`; where it is longer, the last one ends with an ellipsis. Breaks
 * between words where it can.
 *
 * @example
 * ```ts
 * import { wrap } from "./wrap.ts";
 * console.assert(wrap("one two three", 7, 2, (text) => text.length).join("|") === "one two|three");
 * ```
 */
export function wrap(text: string, width: number, lines: number, measure: (text: string) => number): string[] {
  if (measure(text) <= width) return [text];
  const done: string[] = [];
  let line = "";
  for (const word of pieces(text, width, measure)) {
    const longer = line + word;
    if (line !== "" && measure(longer.trimEnd()) > width) {
      if (done.length === lines - 1) {
        done.push(`${shorten(line, width, measure)}…`);
        return done;
      }
      done.push(line.trimEnd());
      line = word;
    } else line = longer;
  }
  done.push(line.trimEnd());
  return done;
}

/** A text that is cut where it's wider than `width`. */
export function clip(text: string, width: number, measure: (text: string) => number): string {
  return measure(text) <= width ? text : `${shorten(text, width, measure)}…`;
}

/** As much of a text as leaves room for an ellipsis. */
function shorten(text: string, width: number, measure: (text: string) => number): string {
  const room = width - measure("…");
  let kept = "";
  for (const { segment } of SEGMENTS.segment(text)) {
    if (measure(kept + segment) > room) break;
    kept += segment;
  }
  return kept.trimEnd();
}

/** Words with the blank behind them; words that are too wide by themselves in parts. */
function* pieces(text: string, width: number, measure: (text: string) => number): Iterable<string> {
  for (const word of text.split(/(?<= )/)) {
    if (measure(word.trimEnd()) <= width) {
      yield word;
      continue;
    }
    let part = "";
    for (const { segment } of SEGMENTS.segment(word)) {
      if (part !== "" && measure(part + segment) > width) {
        yield part;
        part = "";
      }
      part += segment;
    }
    yield part;
  }
}
