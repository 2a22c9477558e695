/** One check of the gate. */
export interface GateStep {
  /** What `--only` calls it. */
  name: string;
  /** Names of the steps whose success it needs. */
  after?: string[];
  /** Does it; never rejects. A string as verdict says in words why there was nothing to do here. */
  run(): Promise<{ verdict: "passed" | "failed" | { skipped: string }; output: string }>;
}

/**
 * Runs the steps, `workers` at a time, each as soon as what it needs is through, and goes on after a failure. Prints a
 * line a step, and what a failed one had to say. Returns the names of those that failed.
 */
export async function runSteps(
  steps: GateStep[],
  workers: number,
  print: (text: string) => void,
): Promise<string[]> {
  const ended = new Map<string, boolean>();
  const known = new Set(steps.map(({ name }) => name));
  const waiting = [...steps];
  const active = new Set<Promise<void>>();

  while (waiting.length > 0 || active.size > 0) {
    const at = waiting.findIndex(({ after = [] }) => after.every((name) => !known.has(name) || ended.has(name)));
    if (at < 0 && active.size === 0) throw new Error(`Steps wait for each other: ${waiting.map(({ name }) => name)}`);
    if (at < 0 || active.size >= workers) {
      await Promise.race(active);
      continue;
    }
    const [step] = waiting.splice(at, 1) as [GateStep];
    const job = perform(step).then(() => void active.delete(job));
    active.add(job);
  }
  return steps.map(({ name }) => name).filter((name) => !ended.get(name));

  async function perform({ name, after = [], run }: GateStep): Promise<void> {
    const failed = after.filter((needed) => ended.get(needed) === false);
    if (failed.length > 0) {
      ended.set(name, false);
      return print(`✘ ${name} needs ${failed.join(" and ")}`);
    }
    const began = performance.now();
    const { verdict, output } = await run();
    const time = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    ended.set(name, verdict !== "failed");
    if (verdict === "failed") print(`✘ ${name} ${time}\n${output.trimEnd()}\n`);
    else if (verdict === "passed") print(`✔ ${name} ${time}`);
    else print(`– ${name}: ${verdict.skipped}`);
  }
}
