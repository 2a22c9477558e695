/**
 * Writes docs/reference/ anew. Run it after a command, a tool or a key has changed: `npx tsx test/docs/update_reference.ts`.
 * @module
 */

import { writeFileSync } from "node:fs";
import { referencePages } from "./reference.ts";

for (const [name, text] of Object.entries(referencePages())) {
  writeFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), text);
}
