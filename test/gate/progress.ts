import process from "node:process";

/** A line at the bottom of a terminal that shows how far a run is. In a pipe it isn't there. */
export interface Progress {
  /** Shows `text`, cut to the terminal's width, in place of what was shown. */
  show(text: string): void;
  /** Prints lines that stay. */
  print(text: string): void;
}

/** Writes to standard output. */
export function createProgress(): Progress {
  const { stdout } = process;
  const clear = stdout.isTTY ? "\r\x1b[K" : "";
  return {
    show(text) {
      if (stdout.isTTY) stdout.write(clear + text.slice(0, (stdout.columns ?? 80) - 1));
    },
    print(text) {
      stdout.write(`${clear}${text}\n`);
    },
  };
}
