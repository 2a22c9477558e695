/**
 * A discovery for people.
 * @module
 */

import type { DiscoveredServer, ManageAnswer } from "../../../mcp/manage/mod.ts";
import type { JsonObject } from "../../json.ts";
import { printable } from "../../text_width.ts";
import { table } from "../print.ts";
import type { Style } from "../style.ts";
import { showText } from "./show_text.ts";

/** What of it is shown. */
export type Shown = "everything" | "tools" | "prompts" | "resources";

/** Text for stdout and for stderr. */
export function renderDiscovery(
  answer: ManageAnswer,
  shown: Shown,
  style: Style,
): { out: string; err: string } {
  const { discovery } = answer.Data;
  if (discovery === undefined) return { out: "", err: `${answer.Error!.Code}: ${showText(answer.Error!.Message)}\n` };
  if (discovery.servers.length === 0) return { out: "No servers are configured\n", err: "" };
  const err = discovery.servers.flatMap(({ name, failure }) =>
    failure === null ? [] : [`${style.red(name)}: ${failure.code}: ${showText(failure.message)}\n`]
  ).join("");
  if (shown === "everything") return { out: `${overview(discovery.servers, style)}\n`, err };
  const rows = discovery.servers.flatMap((server) => listsOf(server, shown).map((item) => row(server, item, style)));
  return { out: rows.length === 0 ? `No ${shown}\n` : `${table(rows)}\n`, err };
}

function overview(servers: readonly DiscoveredServer[], style: Style): string {
  const paint = { ok: style.green, cached: style.green, stale: style.yellow, failed: style.red };
  const count = (list: readonly unknown[], what: string) => `${list.length} ${what}${list.length === 1 ? "" : "s"}`;
  return table(servers.map((server) => [
    printable(server.name),
    paint[server.status](server.status),
    count(server.tools, "tool"),
    count(server.prompts, "prompt"),
    count([...server.resources, ...server.resource_templates], "resource"),
    style.dim(server.era ?? ""),
  ]));
}

function listsOf(server: DiscoveredServer, shown: Exclude<Shown, "everything">): JsonObject[] {
  return shown === "resources" ? [...server.resources, ...server.resource_templates] : server[shown];
}

function row(server: DiscoveredServer, item: JsonObject, style: Style): string[] {
  const name = item.uri ?? item.uriTemplate ?? item.name;
  const first = printable(String(item.description ?? item.title ?? "").split("\n", 1)[0]);
  return [
    style.dim(printable(server.name)),
    printable(String(name)),
    first.length > 100 ? `${first.slice(0, 99)}…` : first,
  ];
}
