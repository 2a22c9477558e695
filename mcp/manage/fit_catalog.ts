/**
 * Keeps the catalog small: each server has its share, and what doesn't fit is cut and said to be cut.
 * @module
 */

import { Buffer } from "node:buffer";
import { isJsonObject, type JsonObject } from "../../lib/json.ts";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import { SIZES } from "./time_limits.ts";

/** For the frame around the entries. */
const FRAME = 2_000;
const SHORT_TEXT = 200;

/** The catalog within its bound. Servers that need less than their share leave the rest to those that need more. */
export function fitCatalog(catalog: Catalog, bytes: number = SIZES.catalog): Catalog {
  const sizes = new Map(Object.entries(catalog.servers).map(([name, entry]) => [name, size(entry) + name.length + 8]));
  let left = bytes - FRAME - size(catalog.failures as unknown as JsonObject);
  if ([...sizes.values()].reduce((sum, one) => sum + one, 0) <= left) return catalog;
  const servers: Catalog["servers"] = Object.create(null);
  let count = sizes.size;
  for (const [name, own] of [...sizes].sort((a, b) => a[1] - b[1])) {
    const share = Math.floor(left / count);
    servers[name] = own <= share ? catalog.servers[name] : cutEntry(catalog.servers[name], share - name.length - 8);
    left -= Math.min(size(servers[name]) + name.length + 8, share);
    count--;
  }
  const ordered: Catalog["servers"] = Object.create(null);
  for (const name of Object.keys(catalog.servers)) ordered[name] = servers[name];
  return { ...catalog, servers: ordered };
}

/** One cut after the other, the least missed first, until it fits. */
function cutEntry(entry: CatalogEntry, bytes: number): CatalogEntry {
  const cuts: [string, (entry: CatalogEntry) => CatalogEntry][] = [
    ["output_schema", (one) => ({ ...one, tools: one.tools.map(({ output_schema: _, ...rest }) => rest) })],
    ["discover", ({ discover: _, ...rest }) => rest],
    ["descriptions", (one) => ({ ...one, ...mapLists(one, shorten) })],
    [
      "input_schema",
      (one) => ({ ...one, tools: one.tools.map((tool) => ({ ...tool, input_schema: { type: "object" } })) }),
    ],
    ["all but names", (one) => ({ ...one, ...mapLists(one, nameOnly) })],
    ["lists", (one) => ({ ...one, ...halve(one, bytes) })],
  ];
  const done: string[] = [...entry.cut ?? []];
  for (const [what, cut] of cuts) {
    entry = cut(entry);
    if (!done.includes(what)) done.push(what);
    if (size({ ...entry, cut: done }) <= bytes) break;
  }
  return { ...entry, cut: done };
}

type Lists = Pick<CatalogEntry, "tools" | "prompts" | "resources" | "resource_templates">;

function mapLists(entry: CatalogEntry, change: (item: JsonObject) => JsonObject): Lists {
  const { tools, prompts, resources, resource_templates } = entry;
  return {
    tools: tools.map(change),
    prompts: prompts.map(change),
    resources: resources.map(change),
    resource_templates: resource_templates.map(change),
  };
}

function shorten(item: JsonObject): JsonObject {
  const { description } = item;
  return typeof description === "string" && description.length > SHORT_TEXT
    ? { ...item, description: `${description.slice(0, SHORT_TEXT - 1)}…` }
    : item;
}

function nameOnly(item: JsonObject): JsonObject {
  const { name, uri, uriTemplate, input_schema, annotations } = item;
  const text = (value: unknown) => typeof value === "string" ? value.slice(0, SHORT_TEXT) : undefined;
  return Object.fromEntries(
    Object.entries({ name: text(name), uri: text(uri), uriTemplate: text(uriTemplate), input_schema, annotations })
      .filter(([, value]) => value !== undefined),
  ) as JsonObject;
}

/** Half of every list, again and again: only a hostile server gets here. */
function halve(entry: CatalogEntry, bytes: number): Lists {
  let lists: Lists = mapLists(entry, ({ annotations: _, ...rest }) => rest);
  while (size({ ...entry, ...lists }) > bytes && Object.values(lists).some((list) => list.length > 0)) {
    const half = (list: JsonObject[]) => list.slice(0, Math.floor(list.length / 2));
    lists = {
      tools: half(lists.tools),
      prompts: half(lists.prompts),
      resources: half(lists.resources),
      resource_templates: half(lists.resource_templates),
    };
  }
  return lists;
}

function size(value: object): number {
  return Buffer.byteLength(JSON.stringify(isJsonObject(value) ? value : {}));
}
