import { test } from "uvu";
import * as assert from "uvu/assert";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import { workflowOf } from "../notation.ts";
import { testFindings } from "./findings.ts";

testFindings("parallel-self", [
  ["d => x & y; f", []],
  ["d => d & y; f", ['6 Step "d" lists itself among its parallel children']],
]);

test("nothing follows from it", () => {
  assert.equal(validateGraph(workflowOf("d => d & y; f")).map((one) => one.code), ["parallel-self"]);
});

test.run();
