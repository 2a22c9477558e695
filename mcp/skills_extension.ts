/**
 * The Skills extension: every skill's `SKILL.md`, as far as `read_skill` gives it, and the files of references. Source:
 * spec "MCP server".
 * @module
 */

import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import type { SkillShelf } from "./served_skills.ts";

// What reads skills is loaded with the first request for one, so that tools are listed at once.
const served = () => import("./served_skills.ts");

/** The extension over a workspace's skills, read anew for every request. */
export function makeSkillsExtension(shelf: SkillShelf): SkillsExtension {
  return new SkillsExtension({
    onWarning: () => {},
    source: {
      list: async () => ({ skills: await (await served()).servedEntries(shelf) }),
      get: async (uri) => await (await served()).servedEntry(shelf, uri),
      read: async (uri) => {
        const content = (await served()).servedFile(shelf, uri);
        return content && { ...content, ...(uri.endsWith(".md") ? { mimeType: "text/markdown" } : {}) };
      },
      readDirectory: async (uri) => {
        const resources = await (await served()).servedFolder(shelf, uri);
        return resources && { resources };
      },
      listResources: async () =>
        (await (await served()).servedEntries(shelf)).map(({ uri, frontmatter }) => ({
          uri,
          name: String(frontmatter.name),
          description: String(frontmatter.description),
          mimeType: "text/markdown",
        })),
    },
  });
}
