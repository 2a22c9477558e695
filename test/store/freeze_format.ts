// Writes the files of one session in the present format to test/fixtures/sessions/format-<n>. Run once, when a format is
// new; the files are never written again: they stand for those of users.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FORMAT } from "../../lib/host/store/format.ts";
import { walk } from "../harness/walk.ts";
import { filesBelow, scratch } from "./scratch.ts";

const made = scratch();
const folder = join(import.meta.dirname!, "..", "fixtures", "sessions", `format-${FORMAT}`);
mkdirSync(folder);
await walk(made.open(), made.workspace, 38, () => {});
for (const [name, bytes] of filesBelow(made.sessions)) {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), bytes);
}
made.dispose();
