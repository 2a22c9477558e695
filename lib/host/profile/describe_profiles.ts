/**
 * The tables of documentation that come from the profiles.
 * @module
 */

import { describePlace } from "./places.ts";
import type { ClientProfile, HookFailure, HookPurpose, HookRegistration, Os, Place, Places } from "./profile_type.ts";

/** Where the server is registered, by client: a table in Markdown. */
export function registrationTable(profiles: readonly ClientProfile[]): string {
  return table(
    ["client", "name for `install`", "for the user", "for a workspace", "key", "known from"],
    profiles.map((profile) => {
      const { files, cli } = profile.server;
      const user = cli?.user ? `\`${cli.user.add.slice(0, 3).join(" ")}\`` : showPlaces(files.user?.place);
      const key = (files.user ?? files.workspace)?.keyPath.join(".") ?? "";
      const evidence = profile.evidence === "measured" ? `measured with ${profile.version}` : WORDS[profile.evidence];
      return [profile.title, `\`${profile.id}\``, user, showPlaces(files.workspace?.place), `\`${key}\``, evidence];
    }),
  );
}

/** What each client wants before a server or hook counts: a table in Markdown. */
export function trustTable(profiles: readonly ClientProfile[]): string {
  return table(
    ["client", "before the server is seen", "before the hooks run"],
    profiles.map((
      profile,
    ) => [profile.title, profile.trust.how, profile.hooks ? profile.hooks.trust ?? "–" : "no hooks"]),
  );
}

/** Where skills are read: a table in Markdown. */
export function skillsTable(profiles: readonly ClientProfile[]): string {
  const list = (folders: readonly string[], before: string) =>
    folders.map((folder) => `\`${before}${folder}\``).join(", ") || "–";
  return table(
    ["client", "in a workspace", "for the user"],
    profiles.map(({ title, skills }) => [title, list(skills.workspace, ""), list(skills.user, "~/")]),
  );
}

/** Where the hooks are, and which of the client's events they're for: a table in Markdown. */
export function hookTable(profiles: readonly ClientProfile[]): string {
  return table(
    ["client", "hooks for the user", "hooks for a workspace", "before a tool", "to put the step back", "at a stop"],
    profiles.flatMap(({ title, hooks }) => {
      if (!hooks) return [];
      const { user, workspace } = hooks.files;
      const events = (...purposes: HookPurpose[]) =>
        Object.entries(hooks.events).filter(([, purpose]) => purposes.includes(purpose)).map(([event]) =>
          `\`${event}\``
        )
          .join(", ") || "–";
      const at = [events("tool"), events("start", "prompt"), events("stop", "subagent_stop")];
      return [[title, showPlaces(user?.place), showPlaces(workspace?.place), ...at]];
    }),
  );
}

/** Whether a tool runs when the guard fails, and what `install` does about it: a table in Markdown. */
export function failureTable(profiles: readonly ClientProfile[]): string {
  return table(
    ["client", "crash", "missing", "time-out", "malformed answer", "not trusted", "`install` writes"],
    profiles.flatMap(({ title, hooks }) => {
      if (!hooks) return [];
      const { crash, missing, timeout, malformed, untrusted } = hooks.failures;
      const late = timeout === "wrapped" ? "runs; blocked by the hook's own limit" : FAILURE[timeout];
      const before = [FAILURE[crash], FAILURE[missing], late];
      return [[title, ...before, FAILURE[malformed], FAILURE[untrusted], precautions(hooks)]];
    }),
  );
}

function precautions({ shape, failClosed }: HookRegistration): string {
  if (shape === "plugin") return "a plugin that throws";
  const keys = Object.entries(failClosed ?? {}).map(([key, value]) => `\`${key}: ${JSON.stringify(value)}\``);
  return ["the wrapper", ...keys].join(", ");
}

const WORDS = { documented: "its documentation", secondary: "others' code" } as const;

const FAILURE: Readonly<Record<HookFailure, string>> = {
  closed: "blocked",
  fixed: "runs; blocked with the client's key",
  wrapped: "runs; blocked with the wrapper",
  open: "**runs**",
  skipped: "**runs**: the hook is skipped in silence",
  guarded: "the hook is run all the same",
  refused: "the run is refused; with `--skip-trust` the hook is skipped",
  unknown: "not known",
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function showPlaces(places: Places | undefined): string {
  if (places === undefined) return "–";
  const on = (os: Os): Place => "root" in places ? places : places[os];
  const shown = (["linux", "macos", "windows"] as const).map((os) => describePlace(on(os), os));
  const [linux, macos, windows] = shown;
  const simple = (path: string) => path.replaceAll("\\", "/");
  if (linux === macos && simple(windows) === linux) return `\`${linux}\``;
  const parts = linux === macos ? [`\`${linux}\``] : [`\`${linux}\``, `macOS \`${macos}\``];
  return [...parts, `Windows \`${windows}\``].join("<br>");
}
