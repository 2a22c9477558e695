import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("parallel-child-shared", [
  ["d => x & y; e => z; f", []],
  ["d => x & y; e => y & z; f", ['18 Step "e": child "y" already belongs to "d"']],
  ["d => x & x; f", ['10 Step "d" lists the child "x" twice']],
]);

test.run();
