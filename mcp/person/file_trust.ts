/**
 * Trust records of this user, for the forms.
 * @module
 */

import { checkedWorkflow } from "../../lib/host/engine/check_workflow.ts";
import { listCommands } from "../../lib/host/list_commands.ts";
import { skillFolderOf } from "../../lib/host/skill_folder.ts";
import { describeCommand, trust } from "../../lib/host/trust.ts";
import { trustDigest } from "../../lib/host/trust_digest.ts";
import type { TrustDoor, TrustLook } from "./trust_door.ts";

/** Keeps trust in the user's configuration folder. */
export function fileTrust(config: string): TrustDoor {
  const read = async ({ engine, name, workspace }: TrustLook) => {
    const workflow = checkedWorkflow(await engine.loadSkill(name, workspace));
    const folder = skillFolderOf(workflow, workspace);
    return { workflow, folder, digest: trustDigest(workflow, folder) };
  };
  return {
    look: async (look) => {
      const { workflow, digest } = await read(look);
      const commands = listCommands(workflow).map(describeCommand);
      return commands.length === 0 ? undefined : { skill: workflow.name, digest, commands };
    },
    record: async ({ digest, ...look }) => {
      const now = await read(look);
      // What the person has read is what counts, not what stands there by now.
      if (now.digest !== digest) return false;
      const { workflow, folder } = now;
      trust({ workflow, folder, workspace: look.workspace, config, at: new Date().toISOString() });
      return true;
    },
  };
}
