import { metrics, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { LogEntry, ManageState } from "../../mcp/manage/mod.ts";
import { fixture, managerOf, placeWith, run } from "./place.ts";

const FIELDS = [
  ...["trace_id", "skill_name", "contract_version", "execution_id", "timestamp", "request_type", "server", "tool"],
  ...["method_used", "method_fallbacks", "status", "error_code", "duration_ms"],
].sort();

test("spans, events and metrics reach a registered SDK, and the log has its seven points", async () => {
  const spans = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));

  const place = placeWith({ fix: fixture(), gone: { command: "no-such-program" }, mute: fixture({ MUTE: "1" }) });
  const entries: LogEntry[] = [];
  const states: ManageState[] = [];
  const settings = {
    log: (entry: LogEntry) => entries.push(entry),
    onState: (state: ManageState) => states.push(state),
    skill: "release",
    times: { call: 1_000, connect: 1_500 },
  };
  const manager = managerOf(place, settings);
  await manager.discover();
  const traced = await manager.execute({ server: "fix", tool: "echo", args: { text: "x" } });
  await manager.execute({ server: "fix", tool: "silent" });
  await manager.execute({ server: "gone", tool: "any" });
  await managerOf(place, { ...settings, config: "none.json" }).execute({ server: "fix", tool: "echo" });
  place.remove();

  const finished = spans.getFinishedSpans();
  assert.equal(
    finished.map((span) => [span.name, span.attributes.server, span.attributes.tool, span.attributes.error_code]),
    [
      ["mcp_tool_execution_duration", "fix", "echo", undefined],
      ["mcp_tool_execution_duration", "fix", "silent", "ERR_SERVER_TIMEOUT"],
      ["mcp_tool_execution_duration", "gone", "any", "ERR_ALL_METHODS_FAILED"],
      ["mcp_tool_execution_duration", "fix", "echo", "ERR_CONFIG_MISSING"],
    ],
  );
  assert.equal(finished[2].events.map((event) => [event.name, event.attributes!.from, event.attributes!.to]), [
    ["MCP_METHOD_FALLBACK", "direct-cli", "gemini-cli"],
    ["MCP_METHOD_FALLBACK", "gemini-cli", "subagent"],
  ]);
  // The server saw the span that we recorded.
  const { traceId, spanId } = finished[0].spanContext();
  const seen = traced.Data.execution!.result!.structuredContent as { traced: string };
  assert.is(seen.traced, `00-${traceId}-${spanId}-01`);
  assert.is(traced.Data.metadata.trace_id, traceId);

  await reader.forceFlush();
  const found = exporter.getMetrics().flatMap((one) => one.scopeMetrics).flatMap((one) => one.metrics);
  const names = new Set(found.map((one) => one.descriptor.name));
  assert.equal([...names].sort(), [
    "mcpmgmt.discovery.tool_count",
    "mcpmgmt.execution.duration",
    "mcpmgmt.fallback.count",
    "mcpmgmt.method.distribution",
    "mcpmgmt.server.error_rate",
  ]);
  const points = (name: string) => found.find((one) => one.descriptor.name === name)!.dataPoints;
  assert.equal(points("mcpmgmt.discovery.tool_count").map((one) => [one.attributes.server, one.value]), [["fix", 11]]);
  const rate = points("mcpmgmt.server.error_rate").find((one) => one.attributes.server === "gone");
  assert.is(rate!.value, 1);

  for (const entry of entries) {
    const { level: _, event: __, ...fields } = entry;
    assert.equal(Object.keys(fields).sort(), FIELDS);
    assert.is(entry.skill_name, "release");
  }
  assert.equal(entries.map((one) => `${one.level} ${one.event} ${one.error_code ?? "-"}`), [
    "info discovery_started -",
    "error server_timeout ERR_SERVER_TIMEOUT",
    "info catalog_saved -",
    "info tool_executed -",
    "error server_timeout ERR_SERVER_TIMEOUT",
    "warn method_fallback -",
    "warn method_fallback -",
    "error all_methods_failed ERR_ALL_METHODS_FAILED",
    "error config_missing ERR_CONFIG_MISSING",
  ]);
  for (
    const state of ["DISCOVERING", "CATALOG_SAVED", "IDLE", "EXECUTING", "RESULT_RECEIVED", "SERVER_FAILED"] as const
  ) {
    assert.ok(states.includes(state), state);
  }
  assert.ok(states.includes("METHOD_FALLBACK") && states.includes("ALL_METHODS_FAILED"));
});

test("without an SDK nothing of OpenTelemetry is loaded, and the log is JSON lines on stderr", async () => {
  const place = placeWith({ fix: fixture() });
  const runtime = "Deno" in globalThis ? {} : { env: { NODE_DEBUG: "esm" } };
  const { stderr, stdout } = await run(place, ["mcp", "execute", "fix", "echo", "--json"], runtime);
  assert.ok(JSON.parse(stdout).success);
  assert.not.match(stderr, /opentelemetry/);
  const entries = stderr.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as LogEntry);
  assert.equal(entries.map((entry) => entry.event), ["tool_executed"]);
  assert.match(entries[0].trace_id, /^[0-9a-f]{32}$/);
  place.remove();
});

test.run();
