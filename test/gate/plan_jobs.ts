/**
 * Folders below test/ whose files only call pure functions: they start no process, write no file and change nothing that
 * another could see, so that many of them may share a process.
 */
const PURE = ["compile", "condition", "contract", "rules", "scenario", "session", "skill"];
const BATCH = 8;

/** Files that one process runs, in the order given; all others have a process each. */
export function planJobs(files: string[]): string[][] {
  const jobs: string[][] = [];
  let batch: string[] = [];
  for (const file of files) {
    if (!PURE.some((folder) => file.startsWith(`test/${folder}/`))) jobs.push([file]);
    else if (batch.push(file) === BATCH) {
      jobs.push(batch);
      batch = [];
    }
  }
  return batch.length > 0 ? [...jobs, batch] : jobs;
}
