import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("falls-into-jump-target", [
  ['triage -> quick "TINY"; plan; report; quick -> end', [
    '31 After step "report" the run goes on into "quick" by the declared order alone; "triage" jumps there',
  ]],
  ['triage -> quick "TINY"; plan; report; quick', [
    '31 After step "report" the run goes on into "quick" by the declared order alone; "triage" jumps there',
  ]],
  ['triage -> quick "TINY"; plan; report; quick(terminal)', [
    '31 After step "report" the run goes on into "quick" by the declared order alone; "triage" jumps there',
  ]],
  ['triage -> quick "TINY"; plan; report -> end; quick -> end', []],
  ['triage -> quick "TINY"; plan; report -> quick; quick -> end', []],
  ['triage -> merge "TINY"; plan; merge; last', []],
  ['triage -> quick "TINY"; plan; report; quick(prompt="{{report}}") -> end', []],
  ['a; b; c -> b "REDO"; d', []],
  ["a; b; c", []],
]);

test.run();
