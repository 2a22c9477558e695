/**
 * The program of a thread that plays a share of the scenarios and hands back how they came out.
 * @module
 */

import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import { mapBounded } from "../../map_bounded.ts";
import { playSkill, type SkillFiles } from "./test_skill.ts";

// With these set the YAML library would print to stdout, which belongs to our answers.
delete process.env.LOG_STREAM;
delete process.env.LOG_TOKENS;

const played = await mapBounded(workerData as SkillFiles[], 8, playSkill);
parentPort!.postMessage(played.flatMap((skill) => skill.scenarios));
