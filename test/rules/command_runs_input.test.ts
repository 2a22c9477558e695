import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("command-runs-input", [
  ['a(gate="npm test"); b(command="grep -- \\"$SKILL_INPUT\\" a")', []],
  ['a(gate="$SKILL_INPUT")', [
    '8 Step "a": loop.gate executes the value of SKILL_INPUT (as a command): whoever writes it runs commands here',
  ]],
  ['a(verify="sh -c \\"$SKILL_INPUT\\"")', [
    '10 Step "a": verify.command executes the value of SKILL_INPUT (sh -c): whoever writes it runs commands here',
  ]],
  ['a; b(command="eval $SKILL_OUT_A")', [
    '14 Step "b": command executes the value of SKILL_OUT_A (eval): whoever writes it runs commands here',
  ]],
]);

test.run();
