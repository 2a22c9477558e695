import { homedir } from "node:os";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { userDirs, type UserDirsOptions } from "../../lib/host/user_dirs.ts";

const rows: [name: string, options: UserDirsOptions, home: string, config: string, state: string][] = [
  [
    "Linux",
    { platform: "linux", env: { HOME: "/home/ada" } },
    "/home/ada",
    "/home/ada/.config/skill-workflow",
    "/home/ada/.local/state/skill-workflow",
  ],
  [
    "macOS",
    { platform: "darwin", env: { HOME: "/Users/ada" } },
    "/Users/ada",
    "/Users/ada/.config/skill-workflow",
    "/Users/ada/.local/state/skill-workflow",
  ],
  [
    "XDG",
    { platform: "linux", env: { HOME: "/home/ada", XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s" } },
    "/home/ada",
    "/c/skill-workflow",
    "/s/skill-workflow",
  ],
  [
    "relative and empty XDG values, which don't count",
    { platform: "linux", env: { HOME: "/home/ada", XDG_CONFIG_HOME: "c", XDG_STATE_HOME: "" } },
    "/home/ada",
    "/home/ada/.config/skill-workflow",
    "/home/ada/.local/state/skill-workflow",
  ],
  [
    "Windows",
    { platform: "win32", env: { USERPROFILE: "C:\\Users\\ada", APPDATA: "D:\\Roaming", LOCALAPPDATA: "D:\\Local" } },
    "C:\\Users\\ada",
    "D:\\Roaming\\skill-workflow",
    "D:\\Local\\skill-workflow",
  ],
  [
    "Windows without variables",
    { platform: "win32", env: { XDG_CONFIG_HOME: "/c" }, home: "C:\\Users\\ada" },
    "C:\\Users\\ada",
    "C:\\Users\\ada\\AppData\\Roaming\\skill-workflow",
    "C:\\Users\\ada\\AppData\\Local\\skill-workflow",
  ],
  [
    "a home that is given",
    { platform: "linux", env: { HOME: "/home/ada" }, home: "/h" },
    "/h",
    "/h/.config/skill-workflow",
    "/h/.local/state/skill-workflow",
  ],
];
for (const [name, options, home, config, state] of rows) {
  test(name, () => assert.equal(userDirs(options), { home, config, state }));
}

test("without anything given it's this machine's user", () => {
  assert.is(userDirs({ env: {} }).home, homedir());
});

test.run();
