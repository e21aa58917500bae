// biome-ignore-all assist/source/organizeImports: the order says which slice may import which

/*
 * Every slice of the master, one line each, in the order of their imports: none imports one that stands below it here.
 * What has to travel the other way is a hook or an event. Held by tools/check/dependency-cruiser.cjs, which reads this.
 */
export { auditSlice } from './identity/audit/audit-slice.ts';
export { sessionsSlice } from './identity/sessions/sessions-slice.ts';
export { usersSlice } from './identity/users/users-slice.ts';
export { authSlice } from './identity/auth/auth-slice.ts';
export { settingsSlice } from './identity/settings/settings-slice.ts';
export { groupsSlice } from './identity/groups/groups-slice.ts';
export { rolesSlice } from './identity/roles/roles-slice.ts';
export { tokensSlice } from './identity/tokens/tokens-slice.ts';
export { workspacesSlice } from './organisation/workspaces/workspaces-slice.ts';
export { projectsSlice } from './organisation/projects/projects-slice.ts';
export { templatesSlice } from './organisation/templates/templates-slice.ts';
export { configPoliciesSlice } from './organisation/config-policies/config-policies-slice.ts';
export { resourceManagersSlice } from './cluster/resource-managers/resource-managers-slice.ts';
export { agentsSlice } from './cluster/agents/agents-slice.ts';
export { jobQueueSlice } from './cluster/job-queue/job-queue-slice.ts';
export { resourcePoolsSlice } from './cluster/resource-pools/resource-pools-slice.ts';
export { usageSlice } from './cluster/usage/usage-slice.ts';
export { masterInfoSlice } from './cluster/master-info/master-info-slice.ts';
export { logsSlice } from './tasks/logs/logs-slice.ts';
export { environmentsSlice } from './tasks/environments/environments-slice.ts';
export { allocationsSlice } from './tasks/allocations/allocations-slice.ts';
export { tasksSlice } from './tasks/tasks/tasks-slice.ts';
export { genericTasksSlice } from './tasks/generic-tasks/generic-tasks-slice.ts';
export { interactiveSlice } from './tasks/interactive/interactive-slice.ts';
export { lifeSlice } from './training/life/life-slice.ts';
export { metricsSlice } from './training/metrics/metrics-slice.ts';
export { profilerSlice } from './training/profiler/profiler-slice.ts';
export { checkpointsSlice } from './training/checkpoints/checkpoints-slice.ts';
export { checkpointGcSlice } from './training/checkpoint-gc/checkpoint-gc-slice.ts';
export { deletionSlice } from './training/deletion/deletion-slice.ts';
export { pinsSlice } from './training/pins/pins-slice.ts';
export { trialsSlice } from './training/trials/trials-slice.ts';
export { columnStoreSlice } from './training/column-store/column-store-slice.ts';
export { viewsSlice } from './training/views/views-slice.ts';
export { columnsSlice } from './training/columns/columns-slice.ts';
export { compareSlice } from './training/compare/compare-slice.ts';
export { experimentsSlice } from './training/experiments/experiments-slice.ts';
export { examplesSlice } from './training/examples/examples-slice.ts';
export { runsSlice } from './training/runs/runs-slice.ts';
export { receiptsSlice } from './training/receipts/receipts-slice.ts';
export { findSlice } from './training/find/find-slice.ts';
export { searchersSlice } from './training/searchers/searchers-slice.ts';
export { modelsSlice } from './registry/models/models-slice.ts';
export { webhooksSlice } from './outbound/webhooks/webhooks-slice.ts';
export { liveUpdatesSlice } from './outbound/live-updates/live-updates-slice.ts';
