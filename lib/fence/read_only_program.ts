/**
 * The programs that only read, and the options with which they don't. A program that isn't here isn't surely read-only.
 * @module
 */

import type { ShellWord } from "./shell_word.ts";
import { isReadOnlyAwk, isReadOnlySed } from "./read_only_script.ts";
import { isReadOnlyPrintf, isReadOnlyTest } from "./read_only_builtin.ts";
import { isReadOnlyGit } from "./read_only_git.ts";
import { hasNoOption, mayBeOption } from "./shell_option.ts";

/** Judges a program's arguments. `command` judges a whole command, for programs that run others. */
type Judge = (args: readonly ShellWord[], command: (words: readonly ShellWord[]) => boolean) => boolean;

/** Programs whose every option and operand is harmless. */
const ANY = ("cat head tail wc ls nl tac rev paste cut tr fold fmt expand unexpand comm cmp diff stat du df pwd echo " +
  "basename dirname realpath readlink id whoami groups uname uptime ps free nproc printenv true false : sleep seq " +
  "grep egrep fgrep md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum cksum b2sum md5 od hexdump strings " +
  "which type jq getconf locale column expr numfmt tsort look pgrep cd").split(" ");

/** Programs with options that write or run something: letters and long names. */
const FORBIDDEN: Readonly<Record<string, { letters: string; names: readonly string[] }>> = {
  sort: { letters: "o", names: ["output", "compress-program"] },
  shuf: { letters: "o", names: ["output"] },
  tree: { letters: "oR", names: ["output"] },
  file: { letters: "C", names: ["compile"] },
  base64: { letters: "o", names: ["output"] },
  rg: { letters: "z", names: ["pre", "hostname-bin", "search-zip"] },
  fd: { letters: "xX", names: ["exec", "exec-batch"] },
  fdfind: { letters: "xX", names: ["exec", "exec-batch"] },
};

/**
 * Programs that answer `--version` and nothing else that only reads. Those that fetch or start the version that a project's
 * file asks for (yarn, pnpm, cargo, go) aren't among them.
 */
const VERSIONED = new Set(
  ("node npm deno bun tsc python python3 pip pip3 ruby perl php java javac gcc g++ clang make cmake docker kubectl gh " +
    "bash zsh curl").split(" "),
);

const FIND_TESTS = new Set(
  ("name iname path ipath wholename iwholename regex iregex regextype type xtype maxdepth mindepth size mtime mmin atime " +
    "amin ctime cmin newer anewer cnewer newermt newerct newerat empty perm user group uid gid links inum samefile lname " +
    "ilname prune print print0 ls printf not a and o or depth d follow mount xdev x quit true false executable readable " +
    "writable daystart nouser nogroup H L P E s").split(" "),
);

const ODD_JUDGES: Readonly<Record<string, Judge>> = {
  git: isReadOnlyGit,
  sed: isReadOnlySed,
  gsed: isReadOnlySed,
  awk: isReadOnlyAwk,
  gawk: isReadOnlyAwk,
  mawk: isReadOnlyAwk,
  nawk: isReadOnlyAwk,
  find: isReadOnlyFind,
  xargs: isReadOnlyXargs,
  env: (args) => args.length === 0,
  hostname: (args) => args.length === 0,
  // On macOS it runs what it's given.
  arch: (args) => args.length === 0,
  printf: isReadOnlyPrintf,
  test: isReadOnlyTest,
  "[": (args) => args.at(-1)?.text === "]" && isReadOnlyTest(args.slice(0, -1)),
  date: isReadOnlyDate,
  uniq: atMostOneOperand,
  xxd: atMostOneOperand,
  command: (args) => args.length > 1 && /^-[vV]$/.test(args[0].text),
  time: (args, command) => args.length > 0 && !mayBeOption(args[0]) && command(args),
  timeout: (args, command) =>
    args.length > 1 && args[0].known && /^\d+(?:\.\d+)?[smhd]?$/.test(args[0].text) && command(args.slice(1)),
  set: (args) => args.every((arg) => arg.known && /^(?:[-+][euxo]+|pipefail)$/.test(arg.text)),
  tar: (args) =>
    args.length > 0 && args[0].known && /^-?[vzjJf]*t[vzjJf]*$/.test(args[0].text) &&
    args.slice(1).every((arg) => arg.known && !/^-|:/.test(arg.text)),
  unzip: (args) => args.length > 1 && args[0].known && args[0].text === "-l" && !args.slice(1).some(mayBeOption),
};

const JUDGES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ...[...VERSIONED].map((name): [string, Judge] => [
    name,
    (args) => args.length === 1 && args[0].known && args[0].text === "--version",
  ]),
  ...ANY.map((name): [string, Judge] => [name, () => true]),
  ...Object.entries(FORBIDDEN).map(([name, { letters, names }]): [string, Judge] => [
    name,
    (args) => hasNoOption(args, letters, names),
  ]),
  ...Object.entries(ODD_JUDGES),
]);

/** Folders from which the table's programs may be called by path. */
const SYSTEM_FOLDER = /^\/(?:usr\/(?:local\/)?)?bin\//;

/** The table's name for a program word; undefined for a path of anywhere else. */
export function programName(word: ShellWord): string | undefined {
  if (!word.known) return undefined;
  const name = word.text.replace(SYSTEM_FOLDER, "");
  return name.includes("/") ? undefined : name;
}

/** Whether a program with these arguments surely only reads. */
export function isReadOnlyProgram(words: readonly ShellWord[]): boolean {
  const name = words.length === 0 ? undefined : programName(words[0]);
  const judge = name === undefined ? undefined : JUDGES.get(name);
  return judge !== undefined && judge(words.slice(1), isReadOnlyProgram);
}

function atMostOneOperand(args: readonly ShellWord[]): boolean {
  return args.every((arg) => arg.known) && args.filter((arg) => !mayBeOption(arg)).length <= 1 &&
    !args.some((arg) => arg.text === "--");
}

function isReadOnlyDate(args: readonly ShellWord[]): boolean {
  for (let i = 0; i < args.length; i++) {
    const { text, known } = args[i];
    if (!known && !text.startsWith("+") && !/^--?(?:d|date)=?./.test(text)) return false;
    if (args[i].splits) return false;
    if (/^(?:-[drv]|--date|--reference)$/.test(text)) {
      if (args[++i]?.splits) return false;
    } else if (!/^(?:\+|-[uIRjv]|--(?:utc|iso|rfc|date=|reference=))/.test(text) || /^-[^I-].*s/.test(text)) {
      return false;
    }
  }
  return true;
}

function isReadOnlyFind(args: readonly ShellWord[], command: (words: readonly ShellWord[]) => boolean): boolean {
  for (let i = 0; i < args.length; i++) {
    const { text, known } = args[i];
    if (mayBeOption(args[i]) && !known) return false;
    if (text === "-exec") {
      const end = args.findIndex((arg, at) =>
        at > i && (arg.text === ";" || (arg.text === "+" && args[at - 1].text === "{}"))
      );
      if (end < 0) return false;
      // A found path begins with the folder that was searched, so it's no option.
      const found = { text: "./", known: false, splits: false };
      const inner = args.slice(i + 1, end).map((arg) => arg.text.includes("{}") ? found : arg);
      if (!args.slice(i + 1, end).every((arg) => arg.known) || !command(inner)) return false;
      i = end;
    } else if (
      text.startsWith("-") && !FIND_TESTS.has(text.slice(1)) && !/^-(?:newer[aBcm][aBcmt]|O[0-3]|\d*)$/.test(text)
    ) {
      return false;
    }
  }
  return true;
}

function isReadOnlyXargs(args: readonly ShellWord[], command: (words: readonly ShellWord[]) => boolean): boolean {
  let placeholder: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const { text, known } = args[i];
    if (!known) return false;
    const inserted = /^-I(.*)$/s.exec(text);
    if (/^-[nPLdsE]$/.test(text)) i++;
    else if (inserted !== null) {
      placeholder = inserted[1] || args[++i]?.text || "";
      // Any other placeholder could stand for the program.
      if (placeholder !== "{}" && placeholder !== "%") return false;
    } else if (
      !/^-(?:[0rx]+|[nPLs]\d+|d\S+|-null|-no-run-if-empty|-max-args=\d+|-max-procs=\d+)$/.test(text)
    ) {
      // What comes from stdin can be any option.
      const read: ShellWord = { text: "", known: false, splits: true };
      const words = args.slice(i).map((word) =>
        placeholder === undefined || !word.text.includes(placeholder)
          ? word
          : { ...read, text: head(word, placeholder) }
      );
      return !text.startsWith("-") && command([...words, read]);
    }
  }
  return true;
}

function head(word: ShellWord, placeholder: string): string {
  return word.text.slice(0, word.text.indexOf(placeholder));
}
