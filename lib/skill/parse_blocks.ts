/**
 * The blocks of a Markdown text, by `markdown-it`'s block parser alone: its inline parser, with its tables of entities,
 * characters and domains, would weigh more than the whole rest of this layer.
 * @module
 */

// @ts-ignore: the package has no types; what is used of it is described below
import parseLinkDestination from "markdown-it/lib/helpers/parse_link_destination.mjs";
// @ts-ignore: the package has no types; what is used of it is described below
import parseLinkTitle from "markdown-it/lib/helpers/parse_link_title.mjs";
// @ts-ignore: the package has no types; what is used of it is described below
import ParserBlock from "markdown-it/lib/parser_block.mjs";

/** What is used of a token. */
export interface BlockToken {
  type: string;
  tag: string;
  level: number;
  /** First line, and the line after the last. */
  map: [number, number] | null;
  markup: string;
  /** What follows the opening of a fence. */
  info: string;
  content: string;
}

interface BlockParser {
  parse(text: string, parser: object, environment: object, tokens: BlockToken[]): void;
}

/** Quotes and lists deeper than this hold no heading of the text anyway. */
const MAX_NESTING = 20;

let parser: { block: BlockParser; [setting: string]: unknown } | undefined;

/** Made at first use: hooks and servers start without it. Where a link leads is nobody's concern here. */
function blockParser(): { block: BlockParser; [setting: string]: unknown } {
  return parser ??= {
    block: new ParserBlock(),
    options: { html: true, maxNesting: MAX_NESTING },
    helpers: { parseLinkDestination, parseLinkTitle },
    normalizeLink: (link: string) => link,
    validateLink: () => true,
  };
}

/** The tokens of a text's blocks, in order. */
export function parseBlocks(text: string): BlockToken[] {
  const tokens: BlockToken[] = [];
  const parser = blockParser();
  parser.block.parse(text.replace(/\r\n?/g, "\n").replace(/\0/g, "\uFFFD"), parser, {}, tokens);
  return tokens;
}
