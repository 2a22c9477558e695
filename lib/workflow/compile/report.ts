/**
 * Collects what the compiler finds.
 * @module
 */

import { compareDiagnostics, type Diagnostic, type Range } from "../../diagnostic.ts";
import { SOURCE_RULES } from "../source_rules.ts";

/** What a finding may carry besides its place and message. */
export type Extra = Partial<Pick<Diagnostic, "help" | "repair" | "related" | "file">>;

/** A hostile file could hold a finding at every key; nobody reads more than these. */
const FINDINGS_MAX = 1_000;

const SEVERITY = new Map(SOURCE_RULES.map((rule) => [rule.code, rule.severity]));

/** An open list of findings about one file. */
export interface Report {
  /** Whether enough was found: costly messages needn't be made any more. */
  readonly full: boolean;
  /** Adds a finding of a rule of the compiler; the same code at the same place is added once. */
  add(code: string, range: Range, message: string, extra?: Extra): void;
  /** All findings in order of their places. */
  diagnostics(): Diagnostic[];
}

function tooMany({ range, file }: Diagnostic): Diagnostic {
  const rest: Diagnostic = {
    code: "too-large",
    severity: "error",
    message: `More than ${FINDINGS_MAX} findings; the rest isn't shown`,
    range,
    related: [],
    help: "Repair those first and validate again",
  };
  return file === undefined ? rest : { ...rest, file };
}

/** Opens a report; `file` is the file of every finding that doesn't name another. */
export function openReport(file: string | undefined): Report {
  const found = new Map<string, Diagnostic>();
  return {
    get full() {
      return found.size >= FINDINGS_MAX;
    },
    add(code, range, message, extra = {}) {
      if (found.size >= FINDINGS_MAX) return;
      const place = extra.file ?? file;
      const key = `${code} ${place} ${range.start.offset} ${range.end.offset}`;
      if (found.has(key)) return;
      const { help, repair, related = [] } = extra;
      const diagnostic: Diagnostic = { code, severity: SEVERITY.get(code)!, message, range, related };
      if (place !== undefined) diagnostic.file = place;
      if (help !== undefined) diagnostic.help = help;
      if (repair !== undefined) diagnostic.repair = repair;
      found.set(key, diagnostic);
      if (found.size === FINDINGS_MAX) found.set("rest", tooMany(diagnostic));
    },
    diagnostics() {
      return [...found.values()].sort(compareDiagnostics);
    },
  };
}
