import { getAccessTokensRoute, postAccessTokenRoute } from '@determined/contract/identity/tokens-routes.ts';
import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getTemplatesRoute, postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import {
  getWorkspaceProjectsRoute,
  getWorkspacesRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute, getExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { createTrialRoute, getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
let workspaceId = 0;
let experimentId = 0;
beforeAll(async () => {
  cluster = await startDevCluster();
  const { client } = cluster.admin;
  for (const name of ['b', 'a', 'c']) {
    const { workspace } = await client.call(postWorkspaceRoute, { name: `workspace ${name}` });
    workspaceId ||= workspace?.id ?? 0;
    await client.call(postProjectRoute, { workspaceId, name: `project ${name}` });
    await client.call(postTemplateRoute, { template: { name: `template-${name}`, config: {}, workspaceId } });
    const user = await cluster.newUser();
    await client.call(postAccessTokenRoute, { userId: user.id, description: name });
    const config = `{name: experiment ${name}, searcher: {name: random, metric: loss, max_trials: 3}, hyperparameters: {}}`;
    const { experiment } = await client.call(createExperimentRoute, { config, unmanaged: true });
    experimentId ||= experiment?.id ?? 0;
    await client.call(createTrialRoute, { experimentId, unmanaged: true });
  }
});
afterAll(() => cluster.stop());

interface Asked {
  sorted?: boolean;
  orderBy?: 'ORDER_BY_ASC' | 'ORDER_BY_DESC';
  offset?: number;
  limit?: number;
}
const client = () => cluster.admin.client;
const lists: Record<string, (asked: Asked) => Promise<(number | string)[]>> = {
  users: async ({ sorted, ...asked }) =>
    (
      await client().call(getUsersRoute, { ...(sorted && { sortBy: 'SORT_BY_USER_NAME' as const }), ...asked })
    ).users.map(({ username }) => username),
  'access tokens': async ({ sorted, ...asked }) =>
    (
      await client().call(getAccessTokensRoute, { ...(sorted && { sortBy: 'SORT_BY_USER_ID' as const }), ...asked })
    ).tokenInfo.map(({ id }) => id),
  workspaces: async ({ sorted, ...asked }) =>
    (
      await client().call(getWorkspacesRoute, { ...(sorted && { sortBy: 'SORT_BY_NAME' as const }), ...asked })
    ).workspaces.map(({ name }) => name),
  projects: async ({ sorted, ...asked }) =>
    (
      await client().call(getWorkspaceProjectsRoute, {
        id: workspaceId,
        ...(sorted && { sortBy: 'SORT_BY_NAME' as const }),
        ...asked,
      })
    ).projects.map(({ name }) => name),
  templates: async ({ sorted, ...asked }) =>
    (
      await client().call(getTemplatesRoute, { ...(sorted && { sortBy: 'SORT_BY_NAME' as const }), ...asked })
    ).templates.map(({ name }) => name),
  experiments: async ({ sorted, ...asked }) =>
    (
      await client().call(getExperimentsRoute, { ...(sorted && { sortBy: 'SORT_BY_NAME' as const }), ...asked })
    ).experiments.map(({ name }) => name),
  trials: async ({ sorted, ...asked }) =>
    (
      await client().call(getExperimentTrialsRoute, {
        experimentId,
        ...(sorted && { sortBy: 'SORT_BY_ID' as const }),
        ...asked,
      })
    ).trials.map(({ id }) => id),
};

test('[WS-011] what the others own is listed by their ids, of however many thousands', async () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => 1_000_000 + at);
  const own = cluster.admin.id;
  const names = async (userIds: number[]) =>
    (await client().call(getWorkspacesRoute, { userIds, sortBy: 'SORT_BY_NAME' })).workspaces.map(({ name }) => name);
  expect(await names(ids)).toEqual([]);
  expect(await names([own, ...ids])).toContain('workspace a');
});

test.each(Object.keys(lists))(
  '[API-015] %s are listed by a key, up or down, from an offset and so many, or without any of that',
  async (name) => {
    const list = lists[name];
    if (!list) throw new Error(name);
    const up = await list({ sorted: true, orderBy: 'ORDER_BY_ASC' });
    expect(up.length).toBeGreaterThanOrEqual(3);
    expect(await list({ sorted: true, orderBy: 'ORDER_BY_DESC' })).toEqual(up.toReversed());
    expect(await list({ sorted: true, orderBy: 'ORDER_BY_ASC', offset: 1, limit: 1 })).toEqual([up[1]]);
    expect(await list({ sorted: true, offset: up.length - 1 })).toEqual([up.at(-1)]);
    expect((await list({})).toSorted()).toEqual(up.toSorted());
  },
);
