import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { LIMITS } from "../../lib/limits.ts";
import { decodeText } from "../../lib/skill/decode_text.ts";
import { short } from "./read_case.ts";

const bytes = (...parts: (number | string)[]) =>
  new Uint8Array(parts.flatMap((part) => typeof part === "string" ? [...new TextEncoder().encode(part)] : [part]));

const utf16 = (text: string, order: "LE" | "BE") =>
  new Uint8Array([...text].flatMap((char) => {
    const unit = char.charCodeAt(0);
    return order === "LE" ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255];
  }));

test("drops one byte order mark, from bytes and from a string", () => {
  assert.is(decodeText(bytes(0xef, 0xbb, 0xbf, "é")).text, "é");
  assert.is(decodeText("\uFEFFé").text, "é");
  assert.is(decodeText("\uFEFF\uFEFFé").text, "\uFEFFé");
  assert.is(decodeText(bytes()).text, "");
});

test("names what isn't UTF-8, with its first byte", () => {
  const table: [name: string, source: Uint8Array, at: string, message: RegExp][] = [
    ["Latin-1", bytes("ab\ncaf", 0xe9, " au lait"), "2:4", /0xE9 at byte offset 6$/],
    ["cut at the end", bytes("a", 0xe2, 0x82), "1:2", /0xE2 at byte offset 1$/],
    ["overlong", bytes(0xc0, 0x80), "1:1", /0xC0 at byte offset 0$/],
    ["overlong of three", bytes("x", 0xe0, 0x9f, 0xbf), "1:2", /0xE0 at byte offset 1$/],
    ["surrogate", bytes(0xed, 0xa0, 0x80), "1:1", /0xED at byte offset 0$/],
    ["past the last plane", bytes(0xf4, 0x90, 0x80, 0x80), "1:1", /0xF4/],
    ["lone continuation", bytes("é", 0x80), "1:2", /0x80 at byte offset 2$/],
    ["behind the mark and an emoji", bytes(0xef, 0xbb, 0xbf, "😀\r\n", 0xff), "2:1", /0xFF at byte offset 9$/],
  ];
  for (const [name, source, at, message] of table) {
    const { text, diagnostics } = decodeText(source, "a.md");
    assert.is(text, undefined, name);
    assert.equal(short(diagnostics), [`error not-utf8 ${at}`], name);
    assert.match(diagnostics[0].message, message);
    assert.is(diagnostics[0].file, "a.md");
  }
  assert.match(decodeText(bytes("caf", 0xe9)).diagnostics[0].help!, "é");
});

test("recognises UTF-16, without its mark where it's clear", () => {
  const text = "---\nname: post\n---\n";
  const table: [source: Uint8Array, name: string][] = [
    [utf16(text, "LE"), "UTF-16 LE"],
    [utf16(text, "BE"), "UTF-16 BE"],
    [utf16(`\uFEFF${text}`, "LE"), "UTF-16 LE"],
    [utf16(`\uFEFF${text}`, "BE"), "UTF-16 BE"],
    [utf16("---\nname: été\n", "LE"), "UTF-16 LE"],
    [bytes(0xff, 0xfe), "UTF-16 LE"],
  ];
  for (const [source, name] of table) {
    const { diagnostics } = decodeText(source);
    assert.equal(short(diagnostics), ["error utf-16 1:1"]);
    assert.match(diagnostics[0].message, name);
  }
  assert.equal(short(decodeText(bytes("a", 0, "bcdefgh")).diagnostics), ["error nul-character 1:2"]);
});

test("finds NUL characters in bytes and in strings", () => {
  for (const source of ["ab\ncd\0", bytes("ab\ncd", 0)]) {
    const { text, diagnostics } = decodeText(source);
    assert.is(text, undefined);
    assert.equal(short(diagnostics), ["error nul-character 2:3"]);
  }
});

test("bounds the size in bytes, whatever the source", () => {
  const limit = LIMITS.fileBytes;
  assert.is(decodeText("a".repeat(limit)).text?.length, limit);
  assert.is(decodeText(new Uint8Array(limit).fill(97)).text?.length, limit);
  for (
    const source of [
      "a".repeat(limit + 1),
      new Uint8Array(limit + 1).fill(97),
      "é".repeat(limit / 2 + 1),
      "😀".repeat(limit / 4 + 1),
    ]
  ) {
    const { text, diagnostics } = decodeText(source);
    assert.is(text, undefined);
    assert.equal(short(diagnostics), ["error too-large 1:1"]);
  }
  assert.is(decodeText("😀".repeat(limit / 4)).diagnostics.length, 0);
});

test("gives back any text that was encoded", () => {
  const text = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "").replace(/^\uFEFF/, ""));
  fc.assert(fc.property(text, (text) => {
    assert.is(decodeText(new TextEncoder().encode(text)).text, text);
    assert.is(decodeText(text).text, text);
  }));
});

test("takes any bytes, and agrees with the platform on which are UTF-8", () => {
  fc.assert(
    fc.property(fc.uint8Array({ max: 255, maxLength: 60 }), (source) => {
      const { text, diagnostics } = decodeText(source);
      let wellFormed = true;
      try {
        new TextDecoder("utf-8", { fatal: true }).decode(source);
      } catch {
        wellFormed = false;
      }
      if (text !== undefined) assert.ok(wellFormed);
      else assert.is(diagnostics.length, 1);
      if (diagnostics[0]?.code !== "not-utf8") return;
      assert.not.ok(wellFormed);
      const at = Number(/byte offset (\d+)$/.exec(diagnostics[0].message)![1]);
      assert.ok(new TextDecoder("utf-8", { fatal: true }).decode(source.subarray(0, at)).length >= 0);
      assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(source.subarray(0, at + 4)));
    }),
    { numRuns: 500 },
  );
});

test.run();
