/**
 * Programs on Windows that are scripts (`npx`, `uvx`): only `cmd` can start those.
 * @module
 */

/** What to start instead, its arguments quoted for `cmd`. */
export function windowsCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { command: string; args: string[]; verbatim: boolean } {
  if (/\.(?:exe|com)$/i.test(command)) return { command, args: [...args], verbatim: false };
  const line = [command.replaceAll(META, "^$&"), ...args.map(quote)].join(" ");
  const comspec = Object.entries(env).find(([name]) => name.toUpperCase() === "COMSPEC")?.[1] ?? "cmd.exe";
  return { command: comspec, args: ["/d", "/s", "/c", `"${line}"`], verbatim: true };
}

const META = /[()\][%!^"`<>&|;, *?]/g;

/** Quoted for the program, then escaped for `cmd`, and again since a script of `npm` hands it to `cmd` once more. */
function quote(argument: string): string {
  let quoted = "";
  let slashes = 0;
  for (const char of argument) {
    if (char === "\\") slashes++;
    else {
      quoted += "\\".repeat(char === '"' ? slashes * 2 + 1 : slashes) + char;
      slashes = 0;
    }
  }
  quoted = `"${quoted}${"\\".repeat(slashes * 2)}"`;
  return quoted.replaceAll(META, "^$&").replaceAll(META, "^$&");
}
