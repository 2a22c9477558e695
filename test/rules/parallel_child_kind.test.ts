import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("parallel-child-kind", [
  ["d => x & y; f", []],
  ["d => x(command=ls) & y; f", ['6 Step "d": child "x" is a command step; a child must be an agent\'s step']],
  ["d => x & e; e => z; f", ['10 Step "d": child "e" is a dispatcher itself; a child must be an agent\'s step']],
  ["d => d & y; f", []],
]);

test.run();
