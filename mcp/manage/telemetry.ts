/**
 * Spans, events and metrics through OpenTelemetry's API, which is only loaded where a program has registered an SDK.
 * Source: spec "Telemetry".
 * @module
 */

import { randomBytes } from "node:crypto";
import type { Counter, Gauge, Histogram, Span } from "@opentelemetry/api";
import type { ErrorCode, MethodId } from "./contract.ts";

/** The trace that a request belongs to. */
export interface Trace {
  trace_id: string;
  /** For `_meta` of what is sent to a server. */
  traceparent: string;
  fallback(from: MethodId, to: MethodId, reason: string): void;
  end(outcome: { method_used: MethodId | null; error_code: ErrorCode | null; duration_ms: number }): void;
}

/** What is recorded. */
export interface Telemetry {
  startExecution(server: string, tool: string): Trace;
  discovered(server: string, tools: number): void;
}

/** Where OpenTelemetry's API keeps what was registered; the same in every copy of it. */
const REGISTRY = Symbol.for("opentelemetry.js.api.1");

/** Telemetry to what is registered; without an SDK nothing is loaded and only ids are made. */
export async function telemetry(): Promise<Telemetry> {
  if ((globalThis as { [key: symbol]: unknown })[REGISTRY] === undefined) return SILENT;
  return await loaded();
}

const SILENT: Telemetry = {
  startExecution: () => {
    const ids = randomBytes(24).toString("hex");
    const trace_id = ids.slice(0, 32);
    return { trace_id, traceparent: traceparent(trace_id, ids.slice(32), 0), fallback: () => {}, end: () => {} };
  },
  discovered: () => {},
};

interface Instruments {
  duration: Histogram;
  methods: Counter;
  fallbacks: Counter;
  tools: Gauge;
  errors: Gauge;
}

/** Calls and failed calls by server, for the rate. */
const rates = new Map<string, { calls: number; errors: number }>();
const SERVERS = 1_000;

async function loaded(): Promise<Telemetry> {
  const { trace, metrics, SpanStatusCode } = await import("@opentelemetry/api");
  const meter = metrics.getMeter("skill-workflow");
  const instruments: Instruments = {
    duration: meter.createHistogram("mcpmgmt.execution.duration", { unit: "ms", description: "How long calls took" }),
    methods: meter.createCounter("mcpmgmt.method.distribution", { description: "Calls by the method that was used" }),
    fallbacks: meter.createCounter("mcpmgmt.fallback.count", { description: "Times that the next method was taken" }),
    tools: meter.createGauge("mcpmgmt.discovery.tool_count", { description: "Tools that a server has" }),
    errors: meter.createGauge("mcpmgmt.server.error_rate", { description: "Part of a server's calls that failed" }),
  };
  return {
    startExecution: (server, tool) => {
      const span: Span = trace.getTracer("skill-workflow").startSpan("mcp_tool_execution_duration", {
        attributes: { server, tool },
      });
      const context = span.spanContext();
      return {
        trace_id: context.traceId,
        traceparent: traceparent(context.traceId, context.spanId, context.traceFlags),
        fallback: (from, to, reason) => {
          span.addEvent("MCP_METHOD_FALLBACK", { from, to, reason });
          instruments.fallbacks.add(1, { server, from, to });
        },
        end: ({ method_used, error_code, duration_ms }) => {
          const method = method_used === null ? {} : { method: method_used };
          instruments.duration.record(duration_ms, { server, tool, ...method });
          if (method_used !== null) instruments.methods.add(1, { method: method_used });
          instruments.errors.record(rateOf(server, error_code !== null), { server });
          span.setAttributes({ ...(method_used === null ? {} : { method_used }), success: error_code === null });
          if (error_code !== null) {
            span.setAttribute("error_code", error_code);
            span.setStatus({ code: SpanStatusCode.ERROR, message: error_code });
          }
          span.end();
        },
      };
    },
    discovered: (server, tools) => instruments.tools.record(tools, { server }),
  };
}

function rateOf(server: string, failed: boolean): number {
  const rate = rates.get(server) ?? { calls: 0, errors: 0 };
  rate.calls++;
  if (failed) rate.errors++;
  if (rates.size < SERVERS || rates.has(server)) rates.set(server, rate);
  return rate.errors / rate.calls;
}

function traceparent(trace: string, span: string, flags: number): string {
  return `00-${trace}-${span}-${flags.toString(16).padStart(2, "0")}`;
}
