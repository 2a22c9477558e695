import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { findCycles } from "../../lib/workflow/components.ts";
import { findDominators } from "../../lib/workflow/dominators.ts";
import { buildGraph, type Edge } from "../../lib/workflow/graph.ts";
import { cycleThrough, pathTo, search } from "../../lib/workflow/shortest_path.ts";
import { workflowOf } from "../notation.ts";

/** Any graph of up to nine nodes, as a list of successors. */
const graphs = fc.integer({ min: 1, max: 9 }).chain((count) =>
  fc.array(fc.array(fc.integer({ min: 0, max: count - 1 }), { maxLength: 3 }), { minLength: count, maxLength: count })
).map((rows) => new Map(rows.map((row, i) => [`n${i}`, row.map((to) => `n${to}`)])));

function reachedFrom(graph: Map<string, string[]>, start: string, without?: string): Set<string> {
  const seen = new Set(start === without ? [] : [start]);
  for (const id of seen) for (const to of graph.get(id)!) if (to !== without) seen.add(to);
  return seen;
}

const edgesOf = (graph: Map<string, string[]>) => (id: string): Edge[] =>
  graph.get(id)!.map((to) => ({ from: id, to, kind: "next" }));

test("dominators are what lies on every path: taking them out cuts the way", () => {
  fc.assert(fc.property(graphs, (graph) => {
    const { passes } = findDominators("n0", (id) => graph.get(id)!);
    const reached = reachedFrom(graph, "n0");
    for (const id of graph.keys()) {
      for (const by of graph.keys()) {
        const expected = reached.has(id) && reached.has(by) && (id === by || !reachedFrom(graph, "n0", by).has(id));
        assert.is(passes(id, by), expected, `${id} past ${by} in ${JSON.stringify([...graph])}`);
      }
    }
  }));
});

test("cycles are the sets of nodes that reach each other", () => {
  fc.assert(fc.property(graphs, (graph) => {
    const found = findCycles({ nodes: graph.keys(), after: (id) => graph.get(id)! });
    const after = new Map(
      [...graph].map(([id, tos]) => [id, new Set(tos.flatMap((to) => [...reachedFrom(graph, to)]))]),
    );
    for (const a of graph.keys()) {
      for (const b of graph.keys()) {
        const together = found.some(({ members }) => members.has(a) && members.has(b));
        assert.is(together, after.get(a)!.has(b) && after.get(b)!.has(a));
      }
    }
    const order = [...graph.keys()];
    for (const { first, members } of found) assert.is(first, order.find((id) => members.has(id)));
  }));
});

test("paths and cycles are walks of the graph, and no longer than the graph", () => {
  fc.assert(fc.property(graphs, (graph) => {
    const out = edgesOf(graph);
    const arrivals = search(["n0"], out);
    assert.equal(new Set(arrivals.keys()), reachedFrom(graph, "n0"));
    for (const id of arrivals.keys()) {
      const path = pathTo(arrivals, id)!;
      path.slice(1).forEach((to, i) => assert.ok(graph.get(path[i])!.includes(to)));
      assert.is(new Set(path).size, path.length);
    }
    for (const { first, members } of findCycles({ nodes: graph.keys(), after: (id) => graph.get(id)! })) {
      const cycle = cycleThrough(first, members, out)!;
      assert.is(cycle[0].from, first);
      assert.is(cycle.at(-1)!.to, first);
      cycle.slice(1).forEach((edge, i) => assert.is(edge.from, cycle[i].to));
    }
  }));
});

test("a chain of a hundred thousand nodes overflows nothing", () => {
  const after = (id: string) => id === "99999" ? ["0"] : [String(Number(id) + 1)];
  const nodes = Array.from({ length: 100_000 }, (_, i) => String(i));
  assert.is(findCycles({ nodes, after })[0].members.size, 100_000);
  assert.ok(findDominators("0", after).passes("99999", "5"));
});

test("what a slip meant counts for reachability, and is no edge", () => {
  const graph = buildGraph(workflowOf("open -> raed; read -> end; other -> end"));
  assert.equal(graph.edges, []);
  assert.equal([...graph.reachable], ["open", "read"]);
  assert.equal([...graph.unknown], [["raed", ["read"]]]);
  assert.ok(graph.ending.has("open"));
});

test.run();
