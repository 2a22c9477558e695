import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { createMemoryStore, type MemorySessions } from "../../lib/host/memory_store.ts";
import { sessionStoreSuite, type StoreUnderTest } from "../../lib/host/session_store_suite.ts";
import type { SessionStore } from "../../lib/host/session_store.ts";
import { fakeProcesses } from "./fake_processes.ts";
import { scratch } from "./scratch.ts";

/** Every connection is a store of its own with a process id of its own, so that locks and leases see several processes. */
function makeFileStore(): Promise<StoreUnderTest> {
  const { folder, workspace, open, dispose } = scratch();
  const workspaces = [workspace, join(folder, "two")] as const;
  mkdirSync(workspaces[1]);
  const processes = fakeProcesses();
  const connections = new Map<SessionStore, number>();
  return Promise.resolve({
    workspaces,
    open: () => {
      const process = processes.add();
      const store = open({ processes: process });
      connections.set(store, process.self.pid);
      return Promise.resolve(store);
    },
    kill: (store) => Promise.resolve(processes.end(connections.get(store)!)),
    dispose: () => Promise.resolve(dispose()),
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
