/**
 * How the server introduces itself.
 * @module
 */

import type { Icon, Implementation } from "@modelcontextprotocol/server";
import { VERSION } from "../lib/version.ts";

/** Three steps on a way, 48 by 48: small enough to be sent along, so that nothing has to be fetched. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwAQMAAABtzGvEAAAABlBMVEX///8vb2op0S2NAAAAAnRSTlMA/1uRIrUAAABnSURBVHjaY2DABZgglPwBMGX/" +
  "AEzVfwBT/39gUoz//+CUY/j/AaIEbArzf7CZ7YdAJPv/BhDF/x9i2z+Ibdio+v+45ewhdtcj26b4oQHDTrhtWCh5iBKscuwQu5khtjFCbGNQwAw1AAStPl1F" +
  "ZUxZAAAAAElFTkSuQmCC";

/** For the server and whatever it lists. */
export const ICONS: Icon[] = [{ src: `data:image/png;base64,${PICTURE}`, mimeType: "image/png", sizes: ["48x48"] }];

/** Name, version and icon. */
export const IDENTITY: Implementation = {
  name: "skill-workflow",
  title: "Skill workflows",
  version: VERSION,
  icons: ICONS,
};
