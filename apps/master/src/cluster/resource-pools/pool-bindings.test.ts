import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getJobQueueStatsRoute } from '@determined/contract/cluster/job-queue-routes.ts';
import {
  bindRPToWorkspaceRoute,
  getResourcePoolsRoute,
  listRPsBoundToWorkspaceRoute,
  listWorkspacesBoundToRPRoute,
  overwriteRPWorkspaceBindingsRoute,
  unbindRPFromWorkspaceRoute,
} from '@determined/contract/cluster/resource-pools-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import {
  deleteWorkspaceRoute,
  patchWorkspaceRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
let ours: number;
let theirs: number;
const folder = mkdtempSync(join(tmpdir(), 'determined-pools-'));
beforeAll(async () => {
  const file = join(folder, 'master.yaml');
  writeFileSync(
    file,
    'launch_error: false\nresource_pools: [{pool_name: default}, {pool_name: extra}, {pool_name: other}]\n',
  );
  cluster = await startDevCluster({ env: { DET_CONFIG_FILE: file } });
  const create = async (name: string) =>
    (await cluster.admin.client.call(postWorkspaceRoute, { name })).workspace?.id ?? 0;
  ours = await create('Ours');
  theirs = await create('Theirs');
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

type Places = { workspaceIds?: number[]; workspaceNames?: string[] };
const resourcePoolName = 'extra';
const bind = (places: Places, pool = resourcePoolName) =>
  cluster.admin.client.call(bindRPToWorkspaceRoute, { resourcePoolName: pool, ...places });
const overwrite = (places: Places) =>
  cluster.admin.client.call(overwriteRPWorkspaceBindingsRoute, { resourcePoolName, ...places });
const unbind = (places: Places) =>
  cluster.admin.client.call(unbindRPFromWorkspaceRoute, { resourcePoolName, ...places });
const bound = async (page: object = {}) =>
  (await cluster.admin.client.call(listWorkspacesBoundToRPRoute, { resourcePoolName, ...page })).workspaceIds;
const available = async (workspaceId: number) =>
  (await cluster.admin.client.call(listRPsBoundToWorkspaceRoute, { workspaceId })).resourcePools;
const unboundPools = async () =>
  (await cluster.admin.client.call(getResourcePoolsRoute, { unbound: true })).resourcePools.map(({ name }) => name);

test('[API-037] [API-038] [API-041] a bound pool is there for its workspaces only', async () => {
  expect(await available(ours)).toEqual(['default', 'extra', 'other']);
  expect(await unboundPools()).toEqual(['default', 'extra', 'other']);
  await bind({ workspaceIds: [ours] });
  await bind({ workspaceIds: [theirs] }, 'other');
  expect(await bound()).toEqual([ours]);
  expect(await available(ours)).toEqual(['extra', 'default']);
  expect(await available(theirs)).toEqual(['other', 'default']);
  expect(await unboundPools()).toEqual(['default']);
  const setDefault = (id: number) =>
    cluster.admin.client.call(patchWorkspaceRoute, { id, workspace: { defaultComputeResourcePool: 'extra' } });
  expect((await setDefault(ours)).workspace?.defaultComputePool).toBe('extra');
  expect(await codeOf(setDefault(theirs))).toBe('InvalidArgument');
  const submit = async (workspaceId: number) => {
    const { project } = await cluster.admin.client.call(postProjectRoute, { workspaceId, name: 'Work' });
    const config =
      'name: x\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {}\nresources: {resource_pool: extra}\n';
    return cluster.admin.client.call(createExperimentRoute, { config, projectId: project?.id ?? 0 });
  };
  expect((await submit(ours)).experiment?.resourcePool).toBe('extra');
  expect(await codeOf(submit(theirs))).toBe('InvalidArgument');
});

test('[API-039] [API-040] bindings are replaced and removed, by id or name', async () => {
  await overwrite({ workspaceNames: ['Ours', 'Theirs'] });
  expect(await bound()).toEqual([ours, theirs]);
  expect(await bound({ limit: 1, offset: 1 })).toEqual([theirs]);
  expect(await bound({ limit: -2 })).toEqual([]);
  await unbind({ workspaceNames: ['Ours'] });
  expect(await bound()).toEqual([theirs]);
  await overwrite({});
  expect(await bound()).toEqual([]);
  expect(await available(theirs)).toEqual(['other', 'default', 'extra']);
});

test('who may not bind a pool is told first that nobody may, where that is so', async () => {
  const { client } = await cluster.newUser();
  const calls = [bindRPToWorkspaceRoute, overwriteRPWorkspaceBindingsRoute];
  for (const route of calls) {
    const bindAsUser = (resourcePoolName: string) =>
      failureOf(client.call(route, { resourcePoolName, workspaceIds: [ours] }));
    expect(await bindAsUser('default')).toBe(
      'FailedPrecondition: default resource pool default cannot be bound to any workspace',
    );
    expect(await bindAsUser('other')).toBe(
      'PermissionDenied: only admin privileged users can bind resource pool to a workspace',
    );
  }
});

test('what cannot be bound is refused; a deleted workspace takes its bindings along', async () => {
  expect(await codeOf(bind({ workspaceIds: [ours] }, 'default'))).toBe('FailedPrecondition');
  expect(await codeOf(bind({ workspaceIds: [ours] }, 'nope'))).toBe('NotFound');
  expect(await codeOf(bind({ workspaceIds: [ours, 9999] }))).toBe('NotFound');
  expect(await codeOf(bind({ workspaceNames: ['nobody'] }))).toBe('NotFound');
  expect(await bound()).toEqual([]);
  await bind({ workspaceIds: [theirs] });
  expect(await codeOf(bind({ workspaceIds: [ours, theirs] }))).toBe('AlreadyExists');
  expect(await codeOf(unbind({ workspaceIds: [ours] }))).toBe('NotFound');
  expect(await bound()).toEqual([theirs]);
  await cluster.admin.client.call(deleteWorkspaceRoute, { id: theirs });
  expect(await bound()).toEqual([]);
});

test('a master does not start with a default pool that is bound', async () => {
  const { resource_manager: manager } = cluster.master.config;
  await overwrite({ workspaceIds: [ours] });
  manager.default_aux_resource_pool = 'extra';
  await expect(cluster.restart()).rejects.toThrow(
    'The resource pool extra cannot be a default (resource_manager.default_aux_resource_pool): it is bound to Ours. Name another, or start with the former one and remove the binding.',
  );
  manager.default_aux_resource_pool = 'default';
  await cluster.restart();
  await unbind({ workspaceIds: [ours] });
  manager.default_aux_resource_pool = 'extra';
  await cluster.restart();
  const { resourcePools } = await cluster.admin.client.call(getResourcePoolsRoute, {});
  expect(resourcePools.find(({ name }) => name === 'extra')?.defaultAuxPool).toBe(true);
});

test('[API-045] queue statistics are told of the pools that are asked for', async () => {
  const told = async (resourcePools: string[]) => {
    const { results } = await cluster.admin.client.call(getJobQueueStatsRoute, { resourcePools });
    for (const { stats } of results) expect(stats).toMatchObject({ queuedCount: 0, scheduledCount: 0 });
    return results.map(({ resourcePool }) => resourcePool);
  };
  expect(await told([])).toEqual(['default', 'extra', 'other']);
  expect(await told(['other', 'default'])).toEqual(['default', 'other']);
  expect(await codeOf(told(['nope']))).toBe('InvalidArgument');
});
