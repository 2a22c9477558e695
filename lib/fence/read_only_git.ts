/**
 * Which calls of git only read.
 * @module
 */

import type { ShellWord } from "./shell_word.ts";
import { hasNoOption, mayBeOption } from "./shell_option.ts";

/** Subcommands that only read, whatever their operands, given that no forbidden option is among them. */
const READING = new Set(
  ("status log show diff blame annotate ls-files ls-tree rev-parse rev-list describe shortlog cat-file grep show-ref " +
    "name-rev merge-base for-each-ref diff-tree diff-index diff-files count-objects whatchanged cherry range-diff " +
    "show-branch var version check-ignore check-attr").split(" "),
);

/** Options that write a file or run a program, for all subcommands. */
const FORBIDDEN = [
  "output",
  "ext-diff",
  "textconv",
  "filters",
  "exec",
  "upload-pack",
  "open-files-in-pager",
  "paginate",
  "show-signature",
];

/** Of `branch`, `tag`: options with which nothing is created, and those with which operands are only patterns. */
const LISTING_OPTION =
  /^(?:-[arvlin]+|-n\d+|--(?:list|all|remotes|verbose|show-current|no-color|color(?:=\w+)?|column|no-column|ignore-case|(?:sort|format|contains|no-contains|merged|no-merged|points-at)(?:=.*)?))$/s;
const LISTS = /^(?:-[arvin]*l[arvin]*|--(?:list|contains|no-contains|merged|no-merged|points-at)(?:=.*)?)$/s;

const CONFIG_OPTION =
  /^(?:-[lz]|--(?:get|get-all|get-regexp|get-urlmatch|list|show-origin|show-scope|global|local|system|worktree|name-only|null|type=\w+|bool|int|path|includes|no-includes|default=.*))$/s;

/** Whether git with these arguments surely only reads: no alias, no option that writes or runs something. */
export function isReadOnlyGit(args: readonly ShellWord[]): boolean {
  let at = 0;
  for (; at < args.length && mayBeOption(args[at]); at++) {
    const { text, known } = args[at];
    if (!known) return false;
    if (text === "-C") {
      if (!args[++at]?.known) return false;
    } else if (!/^(?:--no-pager|--no-optional-locks|--literal-pathspecs|--version)$/.test(text)) return false;
  }
  if (at >= args.length) return args.length === 1 && args[0].text === "--version";
  const [subcommand, ...rest] = args.slice(at);
  if (!subcommand.known) return false;
  const operands = rest.filter((arg) => !mayBeOption(arg));
  const options = rest.filter(mayBeOption);
  const first = rest[0]?.known ? rest[0].text : "";
  switch (subcommand.text) {
    case "branch":
    case "tag":
      return rest.every((arg) => arg.known) && options.every((option) => LISTING_OPTION.test(option.text)) &&
        (operands.length === 0 || options.some((option) => LISTS.test(option.text)));
    case "remote":
      return rest.every((arg) => arg.known) && (rest.length === 0 || /^(?:-v|--verbose|get-url)$/.test(first)) &&
        (operands.length === 0 || first === "get-url");
    case "stash":
      return /^(?:list|show)$/.test(first) && hasNoOption(rest, "", FORBIDDEN);
    case "worktree":
      return first === "list" && operands.length === 1;
    case "submodule":
      return first === "status" && rest.every((arg) => arg.known);
    case "reflog":
      return (rest.length === 0 || /^(?:show$|-|HEAD)/.test(first)) && hasNoOption(rest, "", FORBIDDEN) &&
        !operands.some(({ text }) => /^(?:expire|delete|drop|write|migrate)$/.test(text));
    case "config":
      return rest.every((arg) => arg.known) && options.every((option) => CONFIG_OPTION.test(option.text)) &&
        (options.some((option) => /^(?:-l|--get|--list)/.test(option.text)) ||
          // A single word without a dot isn't a key but a subcommand, such as `edit`.
          (operands.length === 1 && operands[0].text.includes(".")) ||
          (/^(?:get|list)$/.test(first) && operands.length <= 2));
    default:
      return READING.has(subcommand.text) && hasNoOption(rest, subcommand.text === "grep" ? "O" : "", FORBIDDEN);
  }
}
