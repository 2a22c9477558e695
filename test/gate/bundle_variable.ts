/** The environment variable in which the runner tells its tests where the bundled program is. */
export const BUNDLE_VARIABLE = "SKILL_WORKFLOW_TEST_PROGRAM";
