// Compiles the skill on standard input and prints its workflow; `purity.ts` starts it with next to no permission.
import process from "node:process";
import { parseSkill, validateGraph } from "../../mod.ts";

const chunks: string[] = [];
for await (const chunk of process.stdin.setEncoding("utf8")) chunks.push(String(chunk));
const { workflow } = parseSkill(chunks.join(""));
if (workflow === undefined) throw new Error("The skill has no workflow");
const errors = validateGraph(workflow).filter(({ severity }) => severity === "error");
if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
console.log(JSON.stringify(workflow));
