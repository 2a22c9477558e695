/**
 * Diagnostics as SARIF. Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
 * @module
 */

import type { Diagnostic, Range, TextEdit } from "../../diagnostic.ts";
import { VERSION } from "../../version.ts";
import { RULES } from "../../workflow/registry.ts";

const LEVEL = { error: "error", warning: "warning", info: "note" } as const;

/** A log with one run: every rule that was applied, and a result a diagnostic. Paths are relative to the folder it ran in. */
export function sarifFormat(diagnostics: readonly Diagnostic[]): object {
  const place = new Map(RULES.map((rule, index) => [rule.code, index]));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: {
        driver: {
          name: "skill-workflow",
          semanticVersion: VERSION,
          rules: RULES.map((rule) => ({
            id: rule.code,
            shortDescription: { text: rule.summary },
            defaultConfiguration: { level: LEVEL[rule.severity] },
          })),
        },
      },
      columnKind: "utf16CodeUnits",
      results: diagnostics.map((diagnostic) => resultOf(diagnostic, place.get(diagnostic.code))),
    }],
  };
}

function resultOf(diagnostic: Diagnostic, ruleIndex: number | undefined): object {
  const { code, severity, message, help, file, range, related, repair } = diagnostic;
  return {
    ruleId: code,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: LEVEL[severity],
    message: { text: help ? `${message}\n${help}` : message },
    locations: [{ physicalLocation: physical(file, range) }],
    ...(related.length === 0 ? {} : {
      relatedLocations: related.map((place, id) => ({
        id,
        message: { text: place.message },
        physicalLocation: physical(place.file ?? file, place.range),
      })),
    }),
    ...(repair === undefined ? {} : {
      fixes: [{ description: { text: repair.title }, artifactChanges: changes(repair.edits, file) }],
    }),
  };
}

function changes(edits: readonly TextEdit[], fallback: string | undefined): object[] {
  const files = [...new Set(edits.map((edit) => edit.file ?? fallback))];
  return files.map((file) => ({
    artifactLocation: artifact(file),
    replacements: edits.filter((edit) => (edit.file ?? fallback) === file)
      .map((edit) => ({ deletedRegion: region(edit.range), insertedContent: { text: edit.text } })),
  }));
}

function physical(file: string | undefined, range: Range): object {
  return { artifactLocation: artifact(file), region: region(range) };
}

function artifact(file: string | undefined): object {
  return { uri: encodeURI((file ?? "").replaceAll("\\", "/")) };
}

function region({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}
