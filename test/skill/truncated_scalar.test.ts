import { test } from "uvu";
import * as assert from "uvu/assert";
import { readYaml } from "../../lib/skill/read_yaml.ts";
import { sourceToJson } from "../../lib/skill/source_to_json.ts";
import { repaired, short } from "./read_case.ts";

test("finds free texts cut at a comment, and quotes them whole", () => {
  const table: [text: string, at: string, after: string][] = [
    ["title: See #12\n", "1:12", 'title: "See #12"\n'],
    ["title: See\t#12  \n", "1:12", 'title: "See\t#12"  \n'],
    ['- prompt: Say "hi" # now\n', "1:20", "- prompt: 'Say \"hi\" # now'\n"],
    ["description: One\n  two #3\n", "2:7", 'description: "One\n  two #3"\n'],
    ["description: # all of it\n", "1:14", 'description: "# all of it"\n'],
    ["constraints:\n  - a\n  - b #1\r\n", "3:7", 'constraints:\n  - a\n  - "b #1"\r\n'],
    ["principles: [a, b #1\n  ]\n", "1:19", 'principles: [a, "b #1"\n  ]\n'],
    ["x: {title: a #1\n  }\n", "1:14", 'x: {title: "a #1"\n  }\n'],
  ];
  for (const [text, at, after] of table) {
    const { diagnostics } = readYaml(text);
    assert.equal(short(diagnostics), [`warning truncated-scalar ${at}`], text);
    assert.is(repaired(text, diagnostics), after);
    assert.equal(readYaml(after).diagnostics, [], after);
    assert.match(JSON.stringify(sourceToJson(readYaml(after).root!)), "#");
  }
});

test("is silent where nothing of a text is lost", () => {
  const silent = [
    "title: C# and F#\n",
    'title: "See #12"\n',
    "title: 'See' # twelve\n",
    "title: |\n  See #12\n",
    "title: >- # folded\n  See\n",
    "id: a # the first\n",
    "enforce: hard # always\n",
    "steps: # all of them\n  - id: a\n",
    "title: See\n# 12\n",
    "title: See\n  # 12\n",
    "# title: See #12\n",
    "mandated_tools:\n  - Read # only\n",
    "description: [a] # b\n",
  ];
  for (const text of silent) assert.equal(readYaml(text).diagnostics, [], text);
});

test.run();
