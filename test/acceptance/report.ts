/**
 * What the checks of one client came to, and the table of all.
 * @module
 */

/** One check's outcome. */
export type Verdict = "yes" | "no" | "no (known)" | "–";

/** What was seen of one client. */
export class Report {
  readonly client: string;
  readonly version: string;
  readonly verdicts: Map<string, Verdict> = new Map();
  readonly notes: string[] = [];
  #envelope = "";
  #tokens = 0;

  constructor(client: string, version: string) {
    this.client = client;
    this.version = version;
  }

  /** Records a check; what was seen is shown where it fails. `known` is why it can't hold with this client. */
  check(name: string, holds: boolean, seen: string, known?: string): void {
    this.verdicts.set(name, holds ? "yes" : known === undefined ? "no" : "no (known)");
    if (!holds && known !== undefined) this.note(`"${name}" doesn't hold: ${known}`);
    else if (!holds) this.note(`"${name}" doesn't hold; seen: ${seen.trim().slice(0, 700)}`);
  }

  /** Adds a line for whoever reads the output. */
  note(text: string): void {
    this.notes.push(text);
  }

  /** Keeps the first envelope as the model got it. */
  envelope(text: string, tokens: number): void {
    this.#envelope = text;
    this.#tokens = tokens;
  }

  /** The first envelope as the model got it. */
  get received(): { text: string; tokens: number } {
    return { text: this.#envelope, tokens: this.#tokens };
  }

  /** Whether every check holds. */
  get holds(): boolean {
    return ![...this.verdicts.values()].includes("no");
  }
}

/** Checks down, clients across: a table in Markdown. */
export function reportTable(reports: readonly Report[]): string {
  const names = [...new Set(reports.flatMap(({ verdicts }) => [...verdicts.keys()]))];
  const rows = [
    ["", ...reports.map(({ client }) => client)],
    ["---", ...reports.map(() => "---")],
    ["version", ...reports.map(({ version }) => version)],
    ...names.map((name) => [name, ...reports.map(({ verdicts }) => verdicts.get(name) ?? "–")]),
    // Agents are asked for something else.
    ...(reports.some(({ received }) => received.tokens > 0)
      ? [["tokens of the first envelope (o200k)", ...reports.map(({ received }) => `${received.tokens}`)]]
      : []),
  ];
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}
