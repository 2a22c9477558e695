/**
 * The texts of a starter skill: short, and each key shows something worth having.
 * @module
 */

/** Where the workflow is kept. */
export type NewSkillForm = "portable" | "inline";

const STEPS: readonly { id: string; title: string; keys: string; text: string }[] = [
  {
    id: "look",
    title: "Look",
    keys:
      "interpolate: true\n      enforce: hard # this step only reads\n      require: { non_empty: true }\n      next: work",
    text: `Find out what has to be done for this task: {{input}}

Read whatever it touches and change nothing. The result is a list of points, each with the place where it has to be done.`,
  },
  {
    id: "work",
    title: "Work",
    keys: "constraints: [One point after the other]\n      next: check",
    text: "Do the points of the list. The result says what was changed, and what was left undone and why.",
  },
  {
    id: "check",
    title: "Check",
    keys: `transitions:
        - condition: context.open > 0 && cycle_number < 4
          target: work
        - default: report`,
    text:
      `Check every point by looking at it again, not from memory. Send the number of points that are still open as the variable
\`open\`.`,
  },
  {
    id: "report",
    title: "Report",
    keys: "end: true",
    text: "Say in five lines at most what was done, how it was checked, and what is still open.",
  },
];

/** A starter skill's files by path. */
export function newSkillTexts(name: string, form: NewSkillForm): Record<string, string> {
  const inline = form === "inline";
  const files: Record<string, string> = {
    "SKILL.md": skillText(name, inline),
    "tests/two-rounds.yaml": scenario(name),
  };
  if (inline) return files;
  files["workflow.yaml"] = workflow((id) => `file: steps/${id}.md`);
  for (const { id, text } of STEPS) files[`steps/${id}.md`] = `${text}\n`;
  return files;
}

/** Whether YAML takes a name for a text without quotes. */
function isPlain(name: string): boolean {
  return /^[a-z]/.test(name) && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].includes(name);
}

function skillText(name: string, inline: boolean): string {
  const kept = inline
    ? workflow((_id, title) => `section_matcher: "## ${title}"`)
    : "metadata:\n  kind: workflow\n  workflow: workflow.yaml\n";
  const sections = inline ? STEPS.map(({ title, text }) => `\n## ${title}\n\n${text}\n`).join("") : "";
  return `---
name: ${isPlain(name) ? name : JSON.stringify(name)}
description: Does a task in rounds of work and checking. Use when somebody asks for ${name.replaceAll("-", " ")}.
${kept}---

# ${name[0].toUpperCase()}${name.slice(1).replaceAll("-", " ")}

Call \`start_workflow\` with \`${name}\` and the task as \`input\`, then follow the step that it gives.
${sections}`;
}

function workflow(instructions: (id: string, title: string) => string): string {
  const steps = STEPS.map(({ id, title, keys }) =>
    `    - id: ${id}
      title: ${title}
      ${instructions(id, title)}
      ${keys}
`
  );
  return `workflow:
  type: loop
  context_schema:
    open: { type: integer, default: 0, description: Points that are still open }
  steps:
${steps.join("")}`;
}

function scenario(name: string): string {
  return `# Walked by \`skill-workflow test\`: no model, and no command is run.
name: A second round for the point that was left open
input: a task for ${name}
steps:
  - expect: look
    answer: { step_output: "" }
    rejected: true
  - expect: look
    answer: { step_output: "1. The first point\\n2. The second point" }
  - expect: work
    answer: { step_output: The first point is done. }
  - expect: check
    answer: { step_output: The second point is open., variables: { open: 1 } }
  - expect: work
    answer: { step_output: The second point is done. }
  - expect: check
    answer: { step_output: Nothing is open., variables: { open: 0 } }
  - expect: report
    answer: { step_output: Both points are done and checked. }
end: completed
`;
}
