/**
 * Time between two instants, without a clock.
 * @module
 */

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?Z$/;

/**
 * Milliseconds from one ISO 8601 instant (UTC) to another; null where either isn't one.
 */
export function millisecondsBetween(from: string, to: string): number | null {
  const [a, b] = [instantOf(from), instantOf(to)];
  return a === null || b === null ? null : b - a;
}

/**
 * A span in words: `850 ms`, `12 s`, `3 min 20 s`, `2 h 5 min`.
 */
export function spanInWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function instantOf(text: string): number | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [year, month, day, hours, minutes, seconds] = match.slice(1, 7).map(Number);
  const days = daysSinceEpoch(year, month, day);
  return ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000 + Number((match[7] ?? "").padEnd(3, "0"));
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar, counting years from March so that leap days come last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}
