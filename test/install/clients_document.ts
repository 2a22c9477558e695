/** The generated parts of docs/clients.md. */

import { readFileSync } from "node:fs";
import {
  failureTable,
  hookTable,
  registrationTable,
  skillsTable,
  trustTable,
} from "../../lib/host/profile/describe_profiles.ts";
import { PROFILES } from "../../lib/host/profile/mod.ts";

/** The document. */
export const CLIENTS_DOCUMENT: URL = new URL("../../docs/clients.md", import.meta.url);

const TABLES: Readonly<Record<string, string>> = {
  registration: registrationTable(PROFILES),
  trust: trustTable(PROFILES),
  skills: skillsTable(PROFILES),
  hooks: hookTable(PROFILES),
  failures: failureTable(PROFILES),
};

/** The document as it is, and as it should be. */
export function clientsDocument(): { now: string; wanted: string } {
  const now = readFileSync(CLIENTS_DOCUMENT, "utf8");
  const wanted = now.replace(/(<!-- generated: (\w+) -->\n)[^]*?(<!-- end -->)/g, (_, from, name, to) => {
    if (!Object.hasOwn(TABLES, name)) throw new RangeError(`docs/clients.md wants a table "${name}" that nobody makes`);
    return `${from}\n${TABLES[name]}\n\n${to}`;
  });
  return { now, wanted };
}

/** The tables that the document has to hold. */
export const TABLE_NAMES: readonly string[] = Object.keys(TABLES);
