import { randomUUID } from 'node:crypto';
import { queryFields } from '@determined/contract/wire/request-shape.ts';
import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { allRoutes } from '../app.ts';
import { config, genericConfig, type World } from './permission-world.ts';

// How each variant of a call that was measured is asked here.

export const built = new Map(
  allRoutes.flatMap((entry) => (entry.kind === 'route' && entry.built ? [[entry.route.rpc, entry.route]] : [])),
);
export const rpcOf = (call: string) => call.split(' [')[0] ?? call;

const fresh = () => `new-${randomUUID()}`;
const group = { agentUid: 1, agentGid: 1, agentUser: 'u', agentGroup: 'g' };
const oldGroup = { uid: 1, gid: 1, user: 'u', group: 'g' };
const storage = { type: 'shared_fs', host_path: '/tmp' };
const metricsOf = (trialId: number) => ({
  trialId,
  trialRunId: 0,
  stepsCompleted: 1,
  metrics: { avgMetrics: { x: 1 } },
});

const roleFor = (roleId: number, scopeWorkspaceId?: number) => ({
  role: { roleId },
  ...(scopeWorkspaceId === undefined ? {} : { scopeWorkspaceId }),
});
const toUser = (userId: number, roleId: number, workspaceId?: number) => ({
  userRoleAssignments: [{ userId, roleAssignment: roleFor(roleId, workspaceId) }],
});
const [clusterAdmin, workspaceAdmin, viewer, genAi] = [1, 2, 4, 8];

/** What each variant asks for beyond its route: the body, and the query where it matters. */
const bodies: Record<string, (world: World) => unknown> = {
  'PatchWorkspace [name]': ({ workspace }) => ({ name: `renamed-${workspace}` }),
  'PatchWorkspace [checkpoint storage]': () => ({ checkpointStorageConfig: storage }),
  'PatchWorkspace [agent user group]': () => ({ agentUserGroup: group }),
  'PatchWorkspace [default pools]': () => ({ defaultComputePool: 'default', defaultAuxPool: 'default' }),
  'PatchProject [description]': () => ({ description: 'd' }),
  'PatchProject [name]': ({ project }) => ({ name: `renamed-${project}` }),
  'PatchProject [key]': ({ project }) => ({ key: `K${project}`.slice(0, 5) }),
  'MoveProject [to Alpha2 (same rights)]': ({ second }) => ({ destinationWorkspaceId: second }),
  'MoveProject [to Beta]': () => ({ destinationWorkspaceId: 1 }),
  PostProject: ({ project }) => ({ name: `new-${project}` }),
  PutProjectNotes: () => ({ notes: [] }),
  'PostUserActivity [project]': ({ project }) => ({
    activityType: 'ACTIVITY_TYPE_GET',
    entityType: 'ENTITY_TYPE_PROJECT',
    entityId: project,
  }),
  BindRPToWorkspace: ({ workspace }) => ({ workspaceIds: [workspace] }),
  OverwriteRPWorkspaceBindings: ({ workspace }) => ({ workspaceIds: [workspace] }),
  UnbindRPFromWorkspace: ({ workspace }) => ({ workspaceIds: [workspace] }),
  'PatchExperiment [notes]': () => ({ notes: 'n' }),
  'PatchExperiment [max slots]': () => ({ resources: { maxSlots: 1 } }),
  'PatchExperiment [priority]': () => ({ resources: { priority: 50 } }),
  'PatchExperiment [checkpoint storage]': () => ({ checkpointStorage: { saveTrialBest: 2 } }),
  ...Object.fromEntries(
    ['Pause', 'Activate', 'Cancel', 'Kill', 'Archive', 'Unarchive'].map((verb) => [
      `${verb}Experiments`,
      ({ experiment, project }: World) => ({ experimentIds: [experiment], projectId: project }),
    ]),
  ),
  ...Object.fromEntries(
    ['Pause', 'Resume', 'Kill', 'Archive', 'Unarchive', 'Delete'].map((verb) => [
      `${verb}Runs`,
      ({ managedTrial, project }: World) => ({ runIds: [managedTrial], projectId: project }),
    ]),
  ),
  'MoveRuns [to Alpha2 (same rights)]': ({ trial, project, elsewhere }) => ({
    runIds: [trial],
    sourceProjectId: project,
    destinationProjectId: elsewhere,
  }),
  'MoveRuns [to Beta]': ({ trial, project }) => ({
    runIds: [trial],
    sourceProjectId: project,
    destinationProjectId: 1,
  }),
  DeleteExperiments: ({ experiment, project }) => ({ experimentIds: [experiment], projectId: project }),
  ContinueExperiment: ({ experiment }) => ({ id: experiment }),
  DeleteCheckpoints: ({ checkpoint }) => ({ checkpointUuids: [checkpoint] }),
  CheckpointsRemoveFiles: ({ checkpoint }) => ({ checkpointUuids: [checkpoint], checkpointGlobs: [] }),
  PostTrialProfilerMetricsBatch: ({ trial }) => ({
    batches: [
      {
        values: [1],
        batches: [1],
        timestamps: ['2026-01-01T00:00:00Z'],
        labels: { trialId: trial, name: 'x', metricType: 'PROFILER_METRIC_TYPE_SYSTEM' },
      },
    ],
  }),
  PostRunMetadata: ({ trial }) => ({ runId: trial, metadata: { x: 1 } }),
  PutExperimentsRetainLogs: ({ experiment }) => ({ experimentIds: [experiment], numDays: 5 }),
  PutExperimentRetainLogs: () => ({ numDays: 5 }),
  PutTrialRetainLogs: () => ({ numDays: 5 }),
  'MoveExperiments [to Alpha2 (same rights)]': ({ experiment, elsewhere }) => ({
    experimentIds: [experiment],
    destinationProjectId: elsewhere,
  }),
  'MoveExperiments [to Beta]': ({ experiment }) => ({ experimentIds: [experiment], destinationProjectId: 1 }),
  'MoveExperiment [to Alpha2 (same rights)]': ({ elsewhere }) => ({ destinationProjectId: elsewhere }),
  'MoveExperiment [to Beta]': () => ({ destinationProjectId: 1 }),
  CreateExperiment: ({ project }) => ({ config, projectId: project }),
  'CreateExperiment [unmanaged]': ({ project }) => ({ config, projectId: project, unmanaged: true }),
  'CreateExperiment [validate only]': ({ project }) => ({ config, projectId: project, validateOnly: true }),
  'CreateExperiment [no project, default workspace]': () => ({ config }),
  'CreateExperiment [workspace and project by name in the config]': ({ workspaceName, projectName }) => ({
    config: `${config}workspace: ${workspaceName}\nproject: ${projectName}\n`,
  }),
  'CreateExperiment [into Alpha, with the template]': ({ project, template }) => ({
    config,
    projectId: project,
    template,
  }),
  PutWorkspaceConfigPolicies: () => ({ configPolicies: '{}' }),
  PutGlobalConfigPolicies: () => ({ configPolicies: '{}' }),
  PostTemplate: ({ workspace }) => ({ config: {}, workspaceId: workspace }),
  'PostTemplate [no workspace given]': () => ({ config: {} }),
  PutTemplate: ({ workspace }) => ({ config: {}, workspaceId: workspace }),
  PatchTemplateName: ({ template }) => ({ oldName: template, newName: fresh() }),
  PostModel: ({ workspace }) => ({ name: fresh(), workspaceId: workspace }),
  'PostModel [no workspace given]': () => ({ name: fresh() }),
  'PostModel [workspace by name]': ({ workspaceName }) => ({ name: fresh(), workspaceName }),
  PatchModel: () => ({ notes: 'n' }),
  'PatchModel [workspaceName Beta (moves)]': () => ({ workspaceName: 'Uncategorized' }),
  'MoveModel [to Alpha2 (same rights)]': ({ second }) => ({ destinationWorkspaceId: second }),
  'MoveModel [to Beta]': () => ({ destinationWorkspaceId: 1 }),
  PostModelVersion: ({ checkpoint }) => ({ checkpointUuid: checkpoint }),
  PatchModelVersion: () => ({ notes: 'n' }),
  PutExperiment: ({ project }) => ({ createExperimentRequest: { config, projectId: project, unmanaged: true } }),
  'CreateTrial [in a managed experiment]': ({ experiment }) => ({ experimentId: experiment, unmanaged: true }),
  CreateTrial: ({ experiment }) => ({ experimentId: experiment, unmanaged: true }),
  'PutTrial [existing]': ({ externalTrial, detached }) => ({
    createTrialRequest: { experimentId: detached, unmanaged: true },
    externalTrialId: externalTrial,
  }),
  PutTrial: ({ detached: experiment }) => ({
    createTrialRequest: { experimentId: experiment, unmanaged: true },
    externalTrialId: fresh(),
  }),
  PatchTrial: () => ({ state: 'STATE_RUNNING' }),
  RunPrepareForReporting: ({ trial }) => ({ runId: trial }),
  ReportTrialMetrics: ({ trial }) => ({ group: 'training', metrics: metricsOf(trial) }),
  'ReportTrialMetrics [managed trial]': ({ managedTrial }) => ({ group: 'training', metrics: metricsOf(managedTrial) }),
  ReportTrialTrainingMetrics: ({ trial }) => metricsOf(trial),
  ReportTrialValidationMetrics: ({ trial }) => metricsOf(trial),
  ReportTrialProgress: () => ({ progress: 0.5 }),
  PostTrialRunnerMetadata: () => ({ state: 'x' }),
  ReportTrialSourceInfo: ({ trial, checkpoint }) => ({
    trialSourceInfo: {
      trialId: trial,
      checkpointUuid: checkpoint,
      trialSourceInfoType: 'TRIAL_SOURCE_INFO_TYPE_INFERENCE',
    },
  }),
  'ReportCheckpoint [unmanaged trial]': ({ task }) => checkpointOf(task),
  'ReportCheckpoint [managed trial]': ({ managedTask }) => checkpointOf(managedTask),
  PatchCheckpoints: ({ checkpoint }) => ({ checkpoints: [{ uuid: checkpoint }] }),
  PostCheckpointMetadata: ({ checkpoint }) => ({ checkpoint: { uuid: checkpoint, metadata: {} } }),
  PostTaskLogs: ({ task }) => ({ logs: [{ taskId: task, log: 'x' }] }),
  'PostTaskLogs [generic]': ({ genericTask }) => ({ logs: [{ taskId: genericTask, log: 'x' }] }),
  CreateGenericTask: ({ project }) => ({ config: genericConfig, projectId: project }),
  'CreateGenericTask [into Alpha, forked from the target]': ({ project, genericTask }) => ({
    projectId: project,
    forkedFrom: genericTask,
  }),
  'CreateGenericTask [into Alpha, child of the target with its files]': ({ project, genericTask }) => ({
    config: genericConfig,
    projectId: project,
    parentId: genericTask,
    inheritContext: true,
  }),
  KillGenericTask: () => ({}),
  'POST /task-logs [trial]': ({ task }) => [{ task_id: task, log: 'x' }],
  UpdateJobQueue: ({ jobId }) => ({ updates: [{ jobId, priority: 50 }] }),
  'PatchUsers [other, activate]': ({ other }) => ({ userIds: [other.id], activate: true }),
  'PatchUser [self, display name]': ({ actor }) => ({ displayName: `Display ${actor.id}` }),
  'PatchUser [self, rename]': ({ actor }) => ({ username: actor.username }),
  'PatchUser [other, display name]': ({ other }) => ({ displayName: `Display ${other.id}` }),
  'PatchUser [other, rename]': ({ other }) => ({ username: `renamed-${other.id}` }),
  'PatchUser [self, admin flag]': ({ actor }) => ({ admin: actor.username === 'admin' }),
  'PatchUser [other, admin flag]': () => ({ admin: true }),
  'PatchUser [self, active]': () => ({ active: true }),
  'PatchUser [other, active]': () => ({ active: true }),
  'PatchUser [self, agent user group]': () => ({ agentUserGroup: group }),
  'PatchUser [other, agent user group]': () => ({ agentUserGroup: group }),
  'PatchUser [other, remote]': () => ({ remote: true }),
  'PatchUser [other, password]': () => ({ password: 'New-Passw0rd' }),
  SetUserPassword: () => devPassword,
  'PostUser [plain user]': () => ({ user: { username: fresh(), active: true } }),
  'PostUser [admin user]': () => ({ user: { username: fresh(), admin: true } }),
  'PostAccessToken [own]': ({ actor }) => ({ userId: actor.id }),
  'PostAccessToken [for another]': ({ other }) => ({ userId: other.id }),
  PatchAccessToken: () => ({ description: 'd' }),
  'PostWorkspace [with agent user group]': () => ({ name: fresh(), agentUserGroup: group }),
  'PostWorkspace [with checkpoint storage]': () => ({ name: fresh(), checkpointStorageConfig: storage }),
  'PostWorkspace [with default pools]': () => ({ name: fresh(), defaultComputePool: 'default' }),
  PostWorkspace: () => ({ name: fresh() }),
  'SearchExperiments [project given]': ({ project }) => ({ projectId: project }),
  'SearchRuns [project given]': ({ project }) => ({ projectId: project }),
  GetGroups: () => ({ limit: 500 }),
  'GetGroups [of another user]': ({ member }) => ({ limit: 500, userId: member }),
  CreateGroup: () => ({ name: fresh() }),
  'UpdateGroup [adds a user to a group]': ({ other }) => ({ addUsers: [other.id] }),
  UpdateGroup: () => ({ name: fresh() }),
  AssignMultipleGroups: ({ other, group: groupId }) => ({ userIds: [other.id], addGroups: [groupId] }),
  'GetRolesByID [Viewer]': () => ({ roleIds: [viewer] }),
  'GetRolesByID [ClusterAdmin]': () => ({ roleIds: [clusterAdmin] }),
  'SearchRolesAssignableToScope [workspace given]': ({ workspace }) => ({ workspaceId: workspace, limit: 20 }),
  'AssignRoles [Viewer, on the workspace, to another]': ({ other, workspace }) => toUser(other.id, viewer, workspace),
  'AssignRoles [WorkspaceAdmin, on the workspace, to another]': ({ other, workspace }) =>
    toUser(other.id, workspaceAdmin, workspace),
  'AssignRoles [GenAIUser (global only), on the workspace]': ({ other, workspace }) =>
    toUser(other.id, genAi, workspace),
  'AssignRoles [group, on the workspace]': ({ group: groupId, workspace }) => ({
    groupRoleAssignments: [{ groupId, roleAssignment: roleFor(viewer, workspace) }],
  }),
  'AssignRoles [Viewer, cluster]': ({ other }) => toUser(other.id, viewer),
  'AssignRoles [ClusterAdmin, cluster, to himself]': ({ actor }) => toUser(actor.id, clusterAdmin),
  'RemoveAssignments [Viewer, on the workspace, of another]': ({ other, workspace }) =>
    toUser(other.id, viewer, workspace),
  'RemoveAssignments [Viewer, cluster, of another]': ({ other }) => toUser(other.id, viewer),
  'PatchMasterConfig [log level]': () => ({
    config: { log: { level: 'LOG_LEVEL_WARNING' } },
    fieldMask: { paths: ['log.level'] },
  }),
  SetClusterMessage: () => ({ message: 'm', startTime: '2020-01-01T00:00:00Z' }),
  'Login [valid password of another account]': () => ({ username: 'determined', password: devPassword }),
  'POST /users [old route]': () => ({ username: fresh(), admin: false, active: true }),
  'PATCH /users/:username [old route, other, active]': () => ({ active: true }),
  'PATCH /users/:username [old route, other, admin]': () => ({ admin: true, agent_user_group: oldGroup }),
  'PATCH /users/:username/username [old route, other]': () => ({ username: fresh() }),
};
const checkpointOf = (taskId: string) => ({
  uuid: randomUUID(),
  taskId,
  state: 'STATE_COMPLETED',
  resources: {},
  metadata: {},
});

/** Values of path and query by name, and by the kind of thing where the name is `id`. */
function parameter(name: string, on: string, call: string, world: World): string | number {
  const managed = /\[managed trial|^KillTrial|^ReportTrialSearcherEarlyExit/.test(call);
  const values: Record<string, string | number> = {
    externalExperimentId: call.includes('[new]') ? fresh() : world.externalExperiment,
    externalTrialId: world.externalTrial,
    key: world.projectKey,
    workspace: world.workspace,
    workspaceId: call.includes('[workspace 1]') ? 1 : world.workspace,
    project: world.project,
    projectId: world.project,
    entityId: world.project,
    experiment: world.experiment,
    experimentId: world.experiment,
    'experiment.id': world.experiment,
    trial: managed ? world.managedTrial : world.trial,
    run: world.trial,
    runId: world.trial,
    checkpointUuid: call.startsWith('GetCheckpoint') ? world.registered : world.checkpoint,
    'checkpoint.uuid': world.checkpoint,
    ckpt: world.checkpoint,
    taskId: /generic/i.test(call) ? world.genericTask : managed ? world.managedTask : world.task,
    allocationId: world.allocation,
    groupId: call.includes('[missing]') ? 999_999 : call.includes('[group of') ? world.actorsGroup : world.group,
    userId: call.includes('of the actor')
      ? world.viewer
      : call.includes('other')
        ? world.other.id
        : call.includes('the admin')
          ? 1
          : world.actor.id,
    username: world.other.username,
    resourcePoolName: 'extra',
    workloadType: call.includes('NTSC') ? 'NTSC' : 'EXPERIMENT',
    templateName: world.template,
    'template.name': call === 'PutTemplate [existing]' ? world.template : fresh(),
    modelName: call.includes('[model of Alpha') ? world.modelInSecond : world.model,
    modelVersionNum: 1,
    workspaceIds: world.workspace,
    trialIds: world.trial,
    experimentIds: world.experiment,
    ids: world.experiment,
  };
  if (/trialId$/i.test(name) && name !== 'externalTrialId') return values.trial ?? 0;
  if (call.includes('(id 0)')) return 0;
  return values[name] ?? (name === 'id' ? values[on] : undefined) ?? '1';
}

interface Asked {
  method: string;
  path: string;
  body: unknown;
}

/** The request for a variant of a call. `tokenOf` makes an access token of a user. */
export async function requestOf(
  call: string,
  world: World,
  tokenOf: (userId: number) => Promise<number>,
): Promise<Asked> {
  const body = (bodies[call] ?? bodies[rpcOf(call)])?.(world);
  const raw = /^(GET|POST|PATCH) (\S+)/.exec(call);
  if (raw) {
    const [, method = '', path = ''] = raw;
    const on = path.startsWith('/experiments') ? 'experiment' : 'user';
    const filled = path.replace(/:(\w+)/g, (_all, name: string) => String(parameter(name, on, call, world)));
    return { method, path: `${filled}${path.endsWith('download') ? '?path=x' : ''}`, body };
  }
  const route = built.get(rpcOf(call));
  if (!route) throw new Error(`${call} is not built`);
  const { on } = route.needs;
  // A token of the one that is meant, where there has to be one.
  const who = call.includes('other') ? world.other : world.actor;
  const tokenId = /PatchAccessToken \[(own|other)/.test(call) ? await tokenOf(who.id) : 999_999;
  const path = route.path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
    encodeURIComponent(name === 'tokenId' ? tokenId : parameter(name, on, call, world)),
  );
  const query = new URLSearchParams(call === 'GetAccessTokens [own name]' ? { username: world.actor.username } : {});
  if (rpcOf(call) === 'GetProjectsByUserActivity') query.set('limit', '500');
  if (call === 'GetWorkspaces [by name of the target]') query.set('name', world.workspaceName);
  if (call === 'GetTemplates [workspace given]') query.set('workspaceIds', String(world.workspace));
  if (call === 'GetModels [workspace given]') query.set('workspaceIds', String(world.workspace));
  if (call === 'GetModelLabels [workspace given]') query.set('workspaceId', String(world.workspace));
  if (call === 'GetAccessTokens [other name]') query.set('username', world.other.username);
  // All of them, of whatever project.
  const ofAll = call.includes('[no project]') || call === 'GetExperiments';
  for (const [name, field] of queryFields(route)) {
    const needed = field.required || ['trialIds', 'ids', 'projectId', 'experimentId'].includes(name);
    if (ofAll && name === 'projectId') continue;
    if (needed && !query.has(name)) query.set(name, String(parameter(name, on, call, world)));
  }
  return { method: route.method, path: `${path}?${query}`, body: bodyOf(route.body, body) };
}

/** A route that takes one field of its request as the body. */
function bodyOf(field: string | null, body: unknown): unknown {
  if (field === null) return body;
  const inner = field === '*' || typeof body !== 'object' || body === null ? undefined : Reflect.get(body, field);
  return inner ?? body ?? {};
}
