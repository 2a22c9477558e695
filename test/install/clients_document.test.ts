import { test } from "uvu";
import * as assert from "uvu/assert";
import { clientsDocument, TABLE_NAMES } from "./clients_document.ts";

test("docs/clients.md shows the profiles as they are (test/install/update_clients_document.ts writes it)", () => {
  const { now, wanted } = clientsDocument();
  assert.is(now, wanted);
});

test("docs/clients.md has every table", () => {
  for (const name of TABLE_NAMES) assert.ok(clientsDocument().now.includes(`<!-- generated: ${name} -->`), name);
});

test.run();
