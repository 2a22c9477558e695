import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { createFileStore } from "../../lib/host/file_store.ts";
import { createMemoryStore, type MemorySessions } from "../../lib/host/memory_store.ts";
import { sessionStoreSuite, type StoreUnderTest } from "../../lib/host/session_store_suite.ts";
import type { SessionStore } from "../../lib/host/session_store.ts";
import { start, step } from "../../lib/session/mod.ts";
import { fakeProcesses } from "./fake_processes.ts";

/** Every connection is a store of its own with a process id of its own, so that locks and leases see several processes. */
function makeFileStore(): Promise<StoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-"));
  const workspaces = [join(folder, "one"), join(folder, "two")] as const;
  for (const workspace of workspaces) mkdirSync(workspace);
  const processes = fakeProcesses();
  const connections = new Map<SessionStore, number>();
  return Promise.resolve({
    workspaces,
    open: () => {
      const process = processes.add();
      const options = { reducer: { start, step }, indexDir: join(folder, "index") };
      const store = createFileStore(options, { processes: process });
      connections.set(store, process.self.pid);
      return Promise.resolve(store);
    },
    kill: (store) => Promise.resolve(processes.end(connections.get(store)!)),
    dispose: () => Promise.resolve(rmSync(folder, { recursive: true })),
  });
}

function makeMemoryStore(): Promise<StoreUnderTest> {
  const sessions: MemorySessions = new Map();
  return Promise.resolve({
    workspaces: ["one", "two"],
    open: () => Promise.resolve(createMemoryStore(sessions)),
    dispose: () => Promise.resolve(),
  });
}

for (const [kind, makeStore] of [["file store", makeFileStore], ["memory store", makeMemoryStore]] as const) {
  const test = suite(kind);
  for (const { name, run } of sessionStoreSuite(makeStore)) test(name, run);
  test.run();
}
