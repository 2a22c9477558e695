import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("fence-contradiction", [
  ["a(mandated=Edit | Read, denied=write)", []],
  ["a(mandated=Edit | Read, denied=edit)", ['12 Step "a" mandates "Edit" and denies "edit", which takes it in']],
  ["a(mandated=Foo, denied=Bar | Foo)", ['12 Step "a" mandates "Foo" and denies it']],
  ["a(mandated=Bash, denied=shell_read)", []],
  ["a(mandated=Bash, denied=shell)", ['12 Step "a" mandates "Bash" and denies "shell", which takes it in']],
  ["a(mandated=shell_read, denied=shell)", ['12 Step "a" mandates "shell_read" and denies "shell", which takes it in']],
  ["a(mandated=AskUserQuestion, denied=question)", []],
  ["a(mandated=mcp__notes__add, denied=mcp)", [
    '12 Step "a" mandates "mcp__notes__add" and denies "mcp", which takes it in',
  ]],
  ["a(mandated=Edit, denied=edit, enforce=off)", []],
  ["a(mandated=Edit, denied=edit)", [], { "enforce": "off" }],
  ["d => x(mandated=Write, denied=Write) & y; e", ['17 Step "x" mandates "Write" and denies it']],
]);

test.run();
