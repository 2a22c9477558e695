// Writes what is printed now into test/fixtures/messages: read the difference before it's committed.
import { casesOf, fixtures, seen, writeFixture } from "./message_cases.ts";

for (const [name, before] of fixtures()) {
  let text = before;
  for (const one of casesOf(name, before).reverse()) {
    text = text.slice(0, one.start) + await seen(one) + text.slice(one.end);
  }
  if (text === before) continue;
  writeFixture(name, text);
  console.log(`updated ${name}`);
}
