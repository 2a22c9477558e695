/**
 * The program of a thread that plays a share of the scenarios and hands back how they came out.
 * @module
 */

import { parentPort, workerData } from "node:worker_threads";
import { playSkills } from "./test_skill.ts";

const played = await playSkills(workerData);
// The workflow stays: whoever gave the share has read it, too.
parentPort!.postMessage(played.map(({ workflow: _workflow, ...rest }) => rest));
