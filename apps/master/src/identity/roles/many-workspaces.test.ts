import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getTemplatesRoute, postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import {
  getWorkspaceProjectsRoute,
  getWorkspacesRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute, getExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { expect, test } from 'vitest';

const viewer = 4;
const config =
  'name: x\nresources: {slots_per_trial: 0}\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n';

test('whoever has a role on more than a hundred workspaces sees what lies in these, and in no other', async () => {
  const cluster = await startDevCluster({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });
  try {
    const { client } = cluster.admin;
    const user = await cluster.newUser();
    const made: { id: number; project: number; experiment: number }[] = [];
    for (let n = 0; n < 130; n += 1) {
      const id = (await client.call(postWorkspaceRoute, { name: `W${n}` })).workspace?.id ?? 0;
      const project = (await client.call(postProjectRoute, { workspaceId: id, name: `P${n}` })).project?.id ?? 0;
      await client.call(postTemplateRoute, { template: { name: `t${id}`, workspaceId: id } });
      const { experiment } = await client.call(createExperimentRoute, { config, projectId: project });
      made.push({ id, project, experiment: experiment?.id ?? 0 });
    }
    // The first, some in between and all above the highest of his are not his; the highest has the last bit of its byte.
    const his = made.filter((_, at) => at > 0 && at % 7 !== 3 && at < 126);
    expect([his.length > 100, (his.at(-1)?.id ?? 0) % 8]).toEqual([true, 7]);
    await client.call(assignRolesRoute, {
      userRoleAssignments: his.map(({ id }) => ({
        userId: user.id,
        roleAssignment: { role: { roleId: viewer }, scopeWorkspaceId: id },
      })),
    } as never);
    const call: typeof client.call = user.client.call;
    const workspaces = (await call(getWorkspacesRoute, { limit: 500 })).workspaces.map(({ id }) => id);
    expect(workspaces.toSorted((a, b) => a - b)).toEqual(his.map(({ id }) => id));
    const projects = (await call(getWorkspaceProjectsRoute, { id: 0, limit: 500 })).projects.map(({ id }) => id);
    expect(projects.toSorted((a, b) => a - b)).toEqual(his.map(({ project }) => project));
    const { experiments, pagination } = await call(getExperimentsRoute, { limit: 500 });
    expect(experiments.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(his.map(({ experiment }) => experiment));
    expect(pagination?.total).toBe(his.length);
    const templates = (await call(getTemplatesRoute, { limit: 500 })).templates.map(({ workspaceId }) => workspaceId);
    expect(templates.toSorted((a, b) => a - b)).toEqual(his.map(({ id }) => id));
  } finally {
    await cluster.stop();
  }
});
