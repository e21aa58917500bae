import type { FastifyInstance } from 'fastify';
import { agentsRoutes } from './cluster/agents/agents-routes.ts';
import { agentHooks } from './cluster/agents/shared/agent-hooks.ts';
import { jobQueueRoutes } from './cluster/job-queue/job-queue-routes.ts';
import { jobChangers } from './cluster/job-queue/shared/job-changers.ts';
import { masterInfoRoutes } from './cluster/master-info/master-info-routes.ts';
import { measureRequests } from './cluster/master-info/prometheus-metrics.ts';
import { resourcePoolsRoutes } from './cluster/resource-pools/resource-pools-routes.ts';
import { usageRoutes } from './cluster/usage/usage-routes.ts';
import { authRoutes } from './identity/auth/auth-routes.ts';
import { groupsRoutes } from './identity/groups/groups-routes.ts';
import { rolesRoutes } from './identity/roles/roles-routes.ts';
import { authenticateUser, bearerToken } from './identity/sessions/shared/authenticate-user.ts';
import { deleteExpiredSessions } from './identity/sessions/shared/session-store.ts';
import { settingsRoutes } from './identity/settings/settings-routes.ts';
import { tokensRoutes } from './identity/tokens/tokens-routes.ts';
import { usersRoutes } from './identity/users/users-routes.ts';
import { hintSources } from './live-hints.ts';
import { configPoliciesRoutes } from './organisation/config-policies/config-policies-routes.ts';
import { projectSubject } from './organisation/projects/project-subject.ts';
import { projectsRoutes } from './organisation/projects/projects-routes.ts';
import { templatesRoutes } from './organisation/templates/templates-routes.ts';
import { workspaceSubject } from './organisation/workspaces/workspace-subject.ts';
import { workspacesRoutes } from './organisation/workspaces/workspaces-routes.ts';
import { serveLive } from './outbound/live-updates/serve-live.ts';
import { webhooksRoutes } from './outbound/webhooks/webhooks-routes.ts';
import type { SubjectFinders } from './platform/http/authorise.ts';
import type { Caller } from './platform/http/context.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import type { Authenticate, Served } from './platform/http/serve.ts';
import { serveConsole } from './platform/http/serve-console.ts';
import { serveOpenApi } from './platform/http/serve-openapi.ts';
import type { Master } from './platform/master.ts';
import { runEvery } from './platform/run-every.ts';
import { modelsRoutes } from './registry/models/models-routes.ts';
import { allocationsRoutes } from './tasks/allocations/allocations-routes.ts';
import { authenticateAllocation, rememberedAllocation } from './tasks/allocations/shared/authenticate-allocation.ts';
import { stopSwitchedOff } from './tasks/allocations/stop-switched-off.ts';
import { interactiveRoutes } from './tasks/interactive/interactive-routes.ts';
import { logsRoutes } from './tasks/logs/logs-routes.ts';
import { sealTrialLogs } from './tasks/logs/shared/seal-trial-logs.ts';
import { startLogs } from './tasks/logs/shared/start-logs.ts';
import { taskKinds } from './tasks/shared/task-kind.ts';
import { allocationSubject, taskSubject } from './tasks/tasks/task-subject.ts';
import { tasksRoutes } from './tasks/tasks/tasks-routes.ts';
import { checkpointsRoutes } from './training/checkpoints/checkpoints-routes.ts';
import { examplesRoutes } from './training/examples/examples-routes.ts';
import { experimentJobChanger } from './training/experiments/change-experiment-job.ts';
import { experimentsRoutes } from './training/experiments/experiments-routes.ts';
import { hearValidations } from './training/experiments/hear-validations.ts';
import { experimentSubject, trialSubject } from './training/life/experiment-subject.ts';
import { trialsAreOver } from './training/life/shared/experiment-life.ts';
import { trialEnded } from './training/life/shared/trial-events.ts';
import { trialHooks } from './training/life/shared/trial-hooks.ts';
import { startMetrics } from './training/metrics/metric-keeper.ts';
import { metricsRoutes } from './training/metrics/metrics-routes.ts';
import { runsRoutes } from './training/runs/runs-routes.ts';
import { searchersRoutes } from './training/searchers/searchers-routes.ts';
import { watchSilentTrials } from './training/trials/end-silent-trials.ts';
import { trialTaskKind } from './training/trials/trial-task.ts';
import { trialsRoutes } from './training/trials/trials-routes.ts';

/** Every slice's table of contents. The only list of all routes there is. */
export const allRoutes: readonly Served[] = [
  ...authRoutes,
  ...usersRoutes,
  ...settingsRoutes,
  ...groupsRoutes,
  ...rolesRoutes,
  ...tokensRoutes,
  ...workspacesRoutes,
  ...projectsRoutes,
  ...templatesRoutes,
  ...configPoliciesRoutes,
  ...agentsRoutes,
  ...resourcePoolsRoutes,
  ...jobQueueRoutes,
  ...usageRoutes,
  ...masterInfoRoutes,
  ...allocationsRoutes,
  ...tasksRoutes,
  ...logsRoutes,
  ...experimentsRoutes,
  ...examplesRoutes,
  ...trialsRoutes,
  ...runsRoutes,
  ...searchersRoutes,
  ...metricsRoutes,
  ...checkpointsRoutes,
  ...interactiveRoutes,
  ...modelsRoutes,
  ...webhooksRoutes,
];

const finders: SubjectFinders = {
  workspace: workspaceSubject,
  project: projectSubject,
  experiment: experimentSubject,
  trial: trialSubject,
  run: trialSubject,
  task: taskSubject,
  allocation: allocationSubject,
};

/** Puts the slices together: routes, sign-in, and what one band registers with another below it. */
export async function createApp(master: Master): Promise<FastifyInstance> {
  taskKinds(master).set('TRIAL', trialTaskKind(master));
  trialHooks(master).over.push(trialsAreOver);
  jobChangers(master).push(experimentJobChanger(master));
  agentHooks(master).switched.push((tx, place) => stopSwitchedOff(master, tx, place));
  hearValidations(master);
  startMetrics(master);
  watchSilentTrials(master);
  startLogs(master);
  runEvery(master, 3_600_000, 'deleting expired sessions', () => deleteExpiredSessions(master.db));
  master.bus.subscribe(trialEnded, ({ trialId }) => {
    sealTrialLogs(master, trialId).catch((error) => master.log.warn({ err: error }, 'logs could not be put away'));
  });
  const authenticate: Authenticate = async (credentials) => {
    // The first that is present decides, even if a later one would be good (facts: contract, Authentication).
    if (credentials.userToken !== undefined) return authenticateUser(master, bearerToken(credentials.userToken), false);
    if (credentials.authorization !== undefined) return authenticateBearer(master, credentials.authorization);
    if (credentials.cookie !== undefined) return authenticateUser(master, credentials.cookie, true);
    return authenticateAllocation(master, bearerToken(credentials.allocationToken ?? ''));
  };
  const server = createHttpServer({ master, authenticate, finders }, allRoutes);
  measureRequests(master, server);
  await serveLive(server, master, authenticate, hintSources);
  serveOpenApi(server, allRoutes);
  await serveConsole(server);
  return server;
}

/** A bearer token is a user's, or a task's own: its runner has no other way to say who it is. */
async function authenticateBearer(master: Master, header: string): Promise<Caller> {
  const token = bearerToken(header);
  // Most calls are reports of tasks: they need not be looked for among the users each time.
  const task = rememberedAllocation(master, token);
  if (task) return task;
  try {
    return await authenticateUser(master, token, false);
  } catch (refused) {
    return authenticateAllocation(master, token).catch(() => {
      throw refused;
    });
  }
}
