import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "./run_process.ts";
import type { Runtime } from "./runtimes.ts";

/** What one test file did on one runtime. */
export interface FileResult {
  /** Tests that passed. */
  passed: number;
  /** Tests that failed; at least 1 for a file that crashed, hung or ran nothing. */
  failed: number;
  /** Tests that were skipped. */
  skipped: number;
  /** In words, what is wrong with the file as a whole. */
  fault?: string;
  /** Everything that the file printed. */
  output: string;
}

const child = fileURLToPath(new URL("./child.ts", import.meta.url));

/** Runs one test file (a path relative to `cwd`) and judges it. Limit in milliseconds. */
export async function runTestFile(runtime: Runtime, file: string, cwd: string, limit: number): Promise<FileResult> {
  const token = `report-${randomUUID()}`;
  const finished = await runProcess([...runtime.command, child, token, join(cwd, file)], { cwd, limit });
  const [output, report] = splitReport(finished.output, finished.stdout, token);
  const { total, passed, skipped } = report ?? { total: 0, passed: 0, skipped: 0 };

  let fault: string | undefined;
  if (finished.timedOut) {
    fault = report
      ? `Its tests ended but the process didn't within ${limit / 1000} s: something is still open`
      : `Didn't end within ${limit / 1000} s`;
  } else if (report === undefined) fault = `Ended with ${exit(finished.code)} before its tests were through`;
  else if (total === 0) fault = "Ran no test: does it end with `test.run()`?";
  else if (finished.code !== 0 && passed === total) {
    fault = `All tests passed, but it ended with ${exit(finished.code)}`;
  } else if (finished.code === 0 && passed < total) fault = "A hook failed, or something that is no Error was thrown";

  const failed = Math.max(total - passed, fault === undefined ? 0 : 1);
  return { passed, failed, skipped, output, ...(fault !== undefined && { fault }) };
}

/**
 * Runs test files in one process, which saves the start of the others. Only where all of it went well is that an answer;
 * otherwise `undefined`, and each has to be run alone to be judged. Limit in milliseconds, for each file.
 */
export async function runTestFiles(
  runtime: Runtime,
  files: string[],
  cwd: string,
  limit: number,
): Promise<FileResult[] | undefined> {
  const token = `report-${randomUUID()}`;
  const paths = files.map((file) => join(cwd, file));
  const { code, stdout } = await runProcess([...runtime.command, child, token, ...paths], {
    cwd,
    limit: limit * files.length,
  });
  const reports = stdout.split("\n").filter((line) => line.startsWith(`${token} `)).map((line) =>
    countsIn(line, token)
  );
  const good = code === 0 && reports.length === files.length &&
    reports.every(({ total, passed }) => total > 0 && passed === total);
  return good ? reports.map(({ passed, skipped }) => ({ passed, skipped, failed: 0, output: "" })) : undefined;
}

function exit(code: number | null): string {
  return code === null ? "a signal" : `exit code ${code}`;
}

type Counts = { total: number; passed: number; skipped: number };

function splitReport(output: string, stdout: string, token: string): [rest: string, report: Counts | undefined] {
  const at = stdout.indexOf(`\n${token} `);
  if (at < 0) return [output, undefined];
  const line = stdout.slice(at + 1).split("\n", 1)[0]!;
  return [output.replace(`\n${line}\n`, ""), countsIn(line, token)];
}

function countsIn(line: string, token: string): Counts {
  return JSON.parse(line.slice(token.length + 1)) as Counts;
}
