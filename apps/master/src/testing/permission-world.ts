import { randomUUID } from 'node:crypto';
import type { Client } from '@determined/contract/client.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { postModelRoute, postModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import { createGenericTaskRoute } from '@determined/contract/tasks/generic-tasks-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute, putExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { putTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { DevUser } from '@determined/dev-cluster/dev-cluster.ts';
import type { Db } from '#platform/db/database.ts';

/** What a call can be about, who asks, and somebody else. */
export type World = typeof nothing & { actor: DevUser; other: Pick<DevUser, 'id' | 'username'> };

export const config = 'name: x\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n';

export const genericConfig = 'entrypoint: [x]\nresources: {slots: 0}\n';

/** Nothing of anybody's: for calls that are about accounts or the whole cluster. */
export const nothing = {
  workspace: 1,
  workspaceName: 'Uncategorized',
  project: 1,
  projectName: 'Uncategorized',
  /** A project in another workspace of the same owner. */
  elsewhere: 1,
  /** The workspace that it is in. */
  second: 1,
  /** A group that nobody is in who is asked about it, and one of an actor's; an account that has the role Viewer. */
  group: 0,
  actorsGroup: 0,
  viewer: 1,
  /** Somebody who is in the actor's group. */
  member: 1,
  experiment: 0,
  /** Another one, unmanaged: the client's own names for it and its trial. */
  detached: 0,
  externalExperiment: '',
  externalTrial: '',
  /** The key of `project`. */
  projectKey: '',
  managedTrial: 0,
  managedTask: '',
  allocation: '',
  jobId: '',
  trial: 0,
  task: '',
  checkpoint: '',
  /** Another one, which is version 1 of `model`. */
  registered: '',
  template: 'no-template',
  model: 'no-model',
  /** One in `second`. */
  modelInSecond: 'no-model',
  genericTask: '',
};

/** A project of `client`'s in a workspace of `host`'s, and another one elsewhere. */
export async function newPlaces(host: Client, client: Client): Promise<typeof nothing> {
  const n = randomUUID();
  const workspace = (await host.call(postWorkspaceRoute, { name: `W${n}` })).workspace?.id ?? 0;
  const second = (await host.call(postWorkspaceRoute, { name: `V${n}` })).workspace?.id ?? 0;
  const made = await client.call(postProjectRoute, { workspaceId: workspace, name: `P${n}` });
  const { id: project = 0, key: projectKey = '' } = made.project ?? {};
  const elsewhere = (await client.call(postProjectRoute, { workspaceId: second, name: `P${n}` })).project?.id ?? 0;
  return {
    ...nothing,
    workspace,
    workspaceName: `W${n}`,
    project,
    projectKey,
    projectName: `P${n}`,
    elsewhere,
    second,
  };
}

const inFirstWorkspace = { workspace: 1, workspaceName: 'Uncategorized', project: 1, projectName: 'Uncategorized' };

/** The same with a thing of each kind, of `client`'s; `inFirst`: in the workspace and project that are always there. */
export async function newThings(db: Db, host: Client, client: Client, inFirst = false): Promise<typeof nothing> {
  const places = { ...(await newPlaces(host, client)), ...(inFirst ? inFirstWorkspace : {}) };
  const { project } = places;
  const { experiment } = await client.call(createExperimentRoute, { config, projectId: project, activate: true });
  const externalExperiment = `experiment-${randomUUID()}`;
  const detached = await client.call(putExperimentRoute, {
    externalExperimentId: externalExperiment,
    createExperimentRequest: { config, projectId: project, unmanaged: true },
  });
  const externalTrial = `trial-${randomUUID()}`;
  const { trial } = await client.call(putTrialRoute, {
    externalTrialId: externalTrial,
    createTrialRequest: { experimentId: detached.experiment?.id ?? 0, unmanaged: true },
  });
  const [checkpoint, registered] = [randomUUID(), randomUUID()];
  for (const uuid of [checkpoint, registered]) {
    const taskId = trial?.taskId ?? '';
    await client.call(reportCheckpointRoute, {
      checkpoint: { uuid, taskId, state: 'STATE_COMPLETED', resources: {}, metadata: {} },
    });
  }
  const template = `template-${randomUUID()}`;
  await client.call(postTemplateRoute, { template: { name: template, workspaceId: places.workspace } });
  const model = `model ${randomUUID()}`;
  const modelInSecond = `second ${model}`;
  await client.call(postModelRoute, { name: model, labels: [model], workspaceId: places.workspace });
  await client.call(postModelRoute, { name: modelInSecond, workspaceId: places.second });
  await client.call(postModelVersionRoute, { modelName: model, checkpointUuid: registered });
  const own = { config: genericConfig, projectId: project, contextDirectory: [] };
  const { taskId: genericTask } = await client.call(createGenericTaskRoute, own);
  const managed = await db
    .selectFrom('allocations as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .innerJoin('trial_tasks as o', 'o.task_id', 't.id')
    .innerJoin('trials as r', 'r.id', 'o.trial_id')
    .select(['a.id as allocation', 't.id as task', 'r.id as trial'])
    .where('r.experiment_id', '=', experiment?.id ?? 0)
    .executeTakeFirstOrThrow();
  return {
    ...places,
    experiment: experiment?.id ?? 0,
    detached: detached.experiment?.id ?? 0,
    externalExperiment,
    externalTrial,
    managedTrial: managed.trial,
    managedTask: managed.task,
    allocation: managed.allocation,
    jobId: experiment?.jobId ?? '',
    trial: trial?.id ?? 0,
    task: trial?.taskId ?? '',
    checkpoint,
    registered,
    template,
    model,
    modelInSecond,
    genericTask,
  };
}
