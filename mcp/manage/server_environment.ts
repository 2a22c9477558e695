/**
 * The environment of a server: a short list of what is inherited, and what its entry says. Nothing else gets through.
 * @module
 */

import process from "node:process";

/** What every server gets: where it is, who it's for, how to reach the network. */
export const INHERITED: readonly string[] = Object.freeze([
  ...["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"],
]);

const WINDOWS: readonly string[] = [
  ...[
    "APPDATA",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
  ],
  ...["PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432", "SYSTEMDRIVE", "SYSTEMROOT", "USERNAME", "USERPROFILE"],
  "WINDIR",
];

/** All of a server's environment. */
export function serverEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const windows = process.platform === "win32";
  const wanted = new Set(
    [...INHERITED, ...(windows ? WINDOWS : [])].map((name) => windows ? name.toUpperCase() : name),
  );
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    // A shell's exported function is code, not a value.
    if (value !== undefined && !value.startsWith("()") && wanted.has(windows ? name.toUpperCase() : name)) {
      result[name] = value;
    }
  }
  return { ...result, ...own };
}
