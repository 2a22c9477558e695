/**
 * Installs this package into clients: the server's registration and the hooks.
 * @module
 */

export { applyPlan, renderPlan, type RunClient } from "./apply_plan.ts";
export { askCodex } from "./ask_codex.ts";
export { type Enforcement, hooksFile, inspectClient, overallEnforcement, type ScopeReport } from "./inspect_client.ts";
export type { Change, InstallPlan, InstallRequest, Program } from "./install_plan.ts";
export { planInstall } from "./plan_install.ts";
export { planUninstall } from "./plan_uninstall.ts";
export type { TrustState } from "./trust_state.ts";
