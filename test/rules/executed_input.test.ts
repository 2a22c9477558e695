import { test } from "uvu";
import * as assert from "uvu/assert";
import { findExecutedInput } from "../../lib/workflow/executed_input.ts";

const EXECUTES: [string, string][] = [
  ['sh -c "$SKILL_INPUT"', "SKILL_INPUT sh -c"],
  ["$SKILL_INPUT", "SKILL_INPUT as a command"],
  ['"$SKILL_INPUT"', "SKILL_INPUT as a command"],
  ["${SKILL_INPUT} 2>&1 || true", "SKILL_INPUT as a command"],
  ["eval $SKILL_OUT_PLAN", "SKILL_OUT_PLAN eval"],
  ['eval "echo $SKILL_OUT_PLAN"', "SKILL_OUT_PLAN eval"],
  ["eval '$SKILL_INPUT'", "SKILL_INPUT as a command"],
  ['cd app && bash -lc "npm test -- $DEVKIT_INPUT"', "DEVKIT_INPUT bash -c"],
  ["sh -c 'eval \"$SKILL_INPUT\"'", "SKILL_INPUT eval"],
  ['echo "$SKILL_INPUT" | sh', "SKILL_INPUT into sh"],
  ['printf %s "$SKILL_INPUT" | tee log | bash -s', "SKILL_INPUT into bash"],
  ['sh < "$SKILL_OUT_A_FILE"', "SKILL_OUT_A_FILE into sh"],
  ['bash <<< "$SKILL_INPUT"', "SKILL_INPUT into bash"],
  ['sh "$SKILL_OUT_A_FILE"', "SKILL_OUT_A_FILE sh"],
  ['. "$SKILL_OUT_A_FILE"', "SKILL_OUT_A_FILE ."],
  ['python3 -c "$SKILL_OUT_CODE"', "SKILL_OUT_CODE python3 -c"],
  ['node --eval "$SKILL_OUT_CODE"', "SKILL_OUT_CODE node --eval"],
  ["X=$SKILL_INPUT; eval $X", "SKILL_INPUT eval"],
  ["CMD=${SKILL_INPUT:-make}\n$CMD", "SKILL_INPUT as a command"],
  ['$(cat "$SKILL_OUT_A_FILE")', "SKILL_OUT_A_FILE as a command"],
  ["echo $($SKILL_INPUT)", "SKILL_INPUT as a command"],
  ["echo `$SKILL_INPUT`", "SKILL_INPUT as a command"],
  ['echo "now $( sh -c $SKILL_INPUT )"', "SKILL_INPUT sh -c"],
  ["if $SKILL_INPUT; then echo ok; fi", "SKILL_INPUT as a command"],
  ["timeout 60 $SKILL_INPUT", "SKILL_INPUT as a command"],
  ['sudo -E bash -c "$SKILL_INPUT"', "SKILL_INPUT bash -c"],
  ['docker run image sh -c "$SKILL_INPUT"', "SKILL_INPUT sh -c"],
  ["./scripts/$SKILL_INPUT.sh", "SKILL_INPUT as a command"],
  ['ssh host "$SKILL_INPUT"', "SKILL_INPUT ssh"],
  ["Invoke-Expression $env:SKILL_INPUT", "SKILL_INPUT invoke-expression"],
  ["echo %SKILL_INPUT%", "SKILL_INPUT as text of the command"],
  ['eval "$SKILL_INPUT"; eval "$SKILL_OUT_B"', "SKILL_INPUT eval, SKILL_OUT_B eval"],
];

const HARMLESS = [
  'grep -- "$SKILL_INPUT" notes.txt',
  'test -n "$SKILL_INPUT"',
  'cat "$SKILL_OUT_A_FILE" | wc -l',
  "sh -c 'grep -- \"$SKILL_INPUT\" notes.txt'",
  'sh check.sh "$SKILL_INPUT"',
  'bash ./check.sh < "$SKILL_OUT_A_FILE"',
  "echo '$SKILL_INPUT' | sh",
  "npm test # eval $SKILL_INPUT",
  "eval $OTHER",
  "echo $SKILL_INPUT > sh",
  'case "$SKILL_INPUT" in a) make a;; *) exit 1;; esac',
  'python3 check.py "$SKILL_INPUT"',
  'NAME="$SKILL_INPUT" make',
  'X="$SKILL_INPUT"; grep "$X" a',
  'git log "$(git rev-parse "$SKILL_INPUT")"',
  'for x in $SKILL_INPUT; do echo "$x"; done',
  "echo $((1 + 2)) $",
  "",
  "'",
  "$(",
  "${",
];

for (const [command, expected] of EXECUTES) {
  test(`executes: ${command}`, () => {
    assert.is(findExecutedInput(command).map(({ variable, how }) => `${variable} ${how}`).join(", "), expected);
  });
}

for (const command of HARMLESS) {
  test(`harmless: ${command}`, () => assert.equal(findExecutedInput(command), []));
}

test("a hostile command takes no time and no stack", () => {
  const started = performance.now();
  for (const text of ["$(", "`", "'\"", "sh -c '", "| sh ", "$SKILL_INPUT | sh ", "eval ", "${", "%A%"]) {
    findExecutedInput(text.repeat(20_000));
  }
  assert.ok(performance.now() - started < 5_000);
});

test.run();
