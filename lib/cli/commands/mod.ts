/**
 * Every command, in the order of the help.
 * @module
 */

import type { CliCommand } from "../command.ts";
import { agentsCommand } from "./agents.ts";
import { approveCommand } from "./approve.ts";
import { callCommand } from "./call.ts";
import { doctorCommand } from "./doctor.ts";
import { explainCommand } from "./explain.ts";
import { graphCommand } from "./graph.ts";
import { hookCommand } from "./hook.ts";
import { installCommand, uninstallCommand } from "./install.ts";
import { listCommand } from "./list.ts";
import { mcpCommand } from "./mcp.ts";
import { newCommand } from "./new.ts";
import { offCommand } from "./off.ts";
import { runCommand } from "./run.ts";
import { schemaCommand } from "./schema.ts";
import { serveCommand } from "./serve.ts";
import { sessionsCommand } from "./sessions.ts";
import { testCommand } from "./test.ts";
import { trustCommand } from "./trust.ts";
import { validateCommand } from "./validate.ts";

/** The commands. */
export const COMMANDS: readonly CliCommand[] = Object.freeze([
  runCommand,
  validateCommand,
  testCommand,
  explainCommand,
  graphCommand,
  newCommand,
  schemaCommand,
  listCommand,
  sessionsCommand,
  serveCommand,
  trustCommand,
  approveCommand,
  offCommand,
  installCommand,
  uninstallCommand,
  doctorCommand,
  hookCommand,
  agentsCommand,
  callCommand,
  mcpCommand,
]);
