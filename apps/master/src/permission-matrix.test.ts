import { readdirSync } from 'node:fs';
import type { AnyExtRoute } from '@determined/contract/ext-route.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { postModelRoute } from '@determined/contract/registry/models-routes.ts';
import type { AnyRoute } from '@determined/contract/route.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { fieldAt, queryFields } from '@determined/contract/wire/request-shape.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from './app.ts';

// Generated from the contract: who may not call is told before anything else happens.

const contract = new URL('../../../packages/contract/src/', import.meta.url);
const exported: (AnyRoute | AnyExtRoute)[] = [];
for (const file of readdirSync(contract, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('-routes.ts')) continue;
  const found: object[] = Object.values(await import(new URL(file, contract).href));
  // Beside routes such files may hold lists of names.
  exported.push(...found.filter((item): item is AnyRoute | AnyExtRoute => 'needs' in item));
}
const contractRoutes = exported.filter((route): route is AnyRoute => !('kind' in route));
const served = allRoutes.flatMap((entry) => (entry.kind === 'raw' ? [] : [entry.route]));
const raw = allRoutes.flatMap((entry) => (entry.kind === 'raw' ? [entry] : []));
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const built = new Set(
  allRoutes.flatMap((entry) => (entry.kind === 'ext' || (entry.kind === 'route' && entry.built) ? [entry.route] : [])),
);

let cluster: DevCluster;
let plain: DevUser;
/** Things of the admin's, by kind. */
const theirs: Record<string, number> = { user: 1 };
beforeAll(async () => {
  cluster = await startDevCluster({ env: { DET_LAUNCH_ERROR: 'false' } });
  plain = await cluster.newUser();
  const { client } = cluster.admin;
  theirs.workspace = (await client.call(postWorkspaceRoute, { name: 'Not yours' })).workspace?.id ?? 0;
  const project = await client.call(postProjectRoute, { workspaceId: theirs.workspace, name: 'Not yours' });
  theirs.project = project.project?.id ?? 0;
  const config = 'name: x\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n';
  const experiment = await client.call(createExperimentRoute, { config, projectId: theirs.project });
  theirs.experiment = experiment.experiment?.id ?? 0;
  theirs.model = (await client.call(postModelRoute, { name: 'Not yours' })).model?.id ?? 0;
});
afterAll(() => cluster.stop());

/** A request with that id where the call's `needs` look for it, and something that parses elsewhere. */
async function send(route: AnyRoute | AnyExtRoute, id: number, token?: string): Promise<Response> {
  const path = route.path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(valueFor(route, name, id))),
  );
  const query = new URLSearchParams();
  if (!('kind' in route)) {
    for (const [name, field] of queryFields(route)) if (field.required) query.append(name, '1');
  }
  const [outer, inner] = route.needs.by.split('.');
  const inBody = !route.path.includes(`{${route.needs.by}}`) && outer && inner;
  return cluster.fetch(`${path}?${query}`, {
    method: route.method,
    ...(route.method === 'GET' ? {} : { body: JSON.stringify(inBody ? { [outer]: { [inner]: id } } : bodyFor(route)) }),
    ...(token === undefined ? {} : { token }),
  });
}

function valueFor(route: AnyRoute | AnyExtRoute, name: string, id: number): string | number {
  if (name === route.needs.by || `params.${name}` === route.needs.by) return id;
  if ('kind' in route) return 1;
  return fieldAt(route.request, name)?.kind === 's' ? 'x' : 1;
}

function sendRaw({ method, path, needs }: (typeof raw)[number], id: number, token?: string): Promise<Response> {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => (name === needs.by ? String(id) : 'x'));
  return cluster.fetch(filled, {
    method,
    ...(method === 'GET' ? {} : { body: '{}' }),
    ...(token === undefined ? {} : { token }),
  });
}

/** Empty, or an empty value of the field that the body is bound to. */
function bodyFor(route: AnyRoute | AnyExtRoute): unknown {
  if ('kind' in route || route.body === '*' || route.body === null) return {};
  return fieldAt(route.request, route.body)?.kind === 's' ? '' : {};
}

describe('the table of routes', () => {
  test('[API-001] lists every call of the contract once, all below /api', () => {
    const names = served.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(contractRoutes.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
    for (const route of contractRoutes) expect(route.path).toMatch(/^\/api\/v1\//);
  });
});

describe('without sign-in', () => {
  test.each(served.filter(({ noAuth }) => !noAuth).map((route) => [route.name, route] as const))(
    '%s is refused',
    async (_name, route) => {
      const reply = await send(route, 1);
      const text = await reply.text();
      expect(reply.status, text).toBe(401);
      const streaming = 'streaming' in route && route.streaming;
      expect(JSON.parse(text)).toEqual(
        streaming
          ? {
              error: {
                grpcCode: 16,
                httpCode: 401,
                message: 'token missing',
                httpStatus: 'Unauthorized',
                details: [],
              },
            }
          : { error: { code: 16, reason: 'Unauthenticated', error: 'token missing' } },
      );
    },
  );

  const guardedRaw = raw.filter(({ noAuth }) => !noAuth);

  test.each(guardedRaw.map((entry) => [nameOf(entry), entry] as const))('%s is refused', async (_name, entry) => {
    for (const token of [undefined, 'wrong']) {
      const reply = await sendRaw(entry, 1, token);
      expect([reply.status, await reply.json()]).toEqual([401, { message: 'Unauthorized' }]);
    }
  });

  test('[AUTH-058] only what has to be is open', () => {
    const open = [...served, ...raw.map((entry) => ({ ...entry, name: nameOf(entry) }))];
    expect(
      open
        .filter(({ noAuth }) => noAuth)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'GET /health',
      'GET /info',
      // Answer 501 to everybody.
      'GET /oauth2/authorize',
      'GET /oauth2/token',
      'GET /oidc/callback',
      'GET /oidc/signed-out',
      'GET /oidc/sso',
      'GET /saml/initiate',
      'GET /scim/v2/Groups',
      'GET /scim/v2/Users',
      'GET /scim/v2/Users/:user_id',
      'PATCH /scim/v2/Users/:user_id',
      'POST /login',
      'POST /oauth2/token',
      'POST /saml/sso',
      'POST /scim/v2/Users',
      'PUT /scim/v2/Users/:user_id',
      'getMaster',
      'getTelemetry',
      'login',
      'redeemExternalToken',
      'redeemSignInLink',
    ]);
  });
});

describe('for a user without rights', () => {
  const guarded = served.filter((route) => built.has(route) && route.needs.withoutRbac !== 'anyone');

  test.each(guarded.map((route) => [route.name, route] as const))('%s is refused', async (_name, route) => {
    const { on, withoutRbac } = route.needs;
    const own = withoutRbac === 'admin' || withoutRbac === 'self';
    const id = theirs[on];
    if (id === undefined && !own) throw new Error(`there is no ${on} to try it on`);
    const reply = await send(route, id ?? 1, plain.token);
    expect([reply.status, await reply.text()]).toEqual([403, expect.stringContaining('"PermissionDenied"')]);
    const unknown = await send(route, 9999, plain.token);
    expect([unknown.status, await unknown.text()]).toEqual([
      own ? 403 : 404,
      expect.stringContaining(own ? '"PermissionDenied"' : '"NotFound"'),
    ]);
  });

  const guardedRaw = raw.filter(({ needs }) => needs.withoutRbac !== 'anyone');

  test.each(guardedRaw.map((entry) => [nameOf(entry), entry] as const))('%s is refused', async (_name, entry) => {
    const reply = await sendRaw(entry, theirs[entry.needs.on] ?? 1, plain.token);
    expect([reply.status, await reply.json()]).toEqual([
      403,
      { message: entry.needs.refusal?.withoutRoles ?? 'user does not have permission' },
    ]);
  });

  // The others are compared with what the platform was measured to do (routes.test.ts of the contract). These have
  // nothing to be compared with: here stands who may, so that forgetting it is noticed. Those on `none` that change
  // something look at more than the pipeline does, each in its handler.
  test('calls of our own and those outside the gateway are open to everybody only where it was meant', () => {
    const own = [
      ...allRoutes.flatMap((entry) => (entry.kind === 'ext' ? [entry.route] : [])),
      ...raw.filter((entry) => entry.built),
    ];
    const toAnyone = own.filter(({ noAuth, needs }) => !noAuth && needs.withoutRbac === 'anyone');
    expect(toAnyone.map((entry) => `${nameOf(entry)}: ${entry.needs.permission} ${entry.needs.on}`).toSorted()).toEqual(
      [
        'DELETE /api/ext/v1/projects/{projectId}/table-views/{viewId}: VIEW_PROJECT project',
        'DELETE /api/ext/v1/trials/{trialId}/pins/{pinId}: UPDATE_EXPERIMENT_METADATA trial',
        'GET /api/ext/v1/allocations/{allocationId}/history: VIEW_EXPERIMENT_METADATA allocation',
        'GET /api/ext/v1/checkpoints/{checkpointUuid}/history: VIEW_EXPERIMENT_METADATA checkpoint',
        'GET /api/ext/v1/compare: none none',
        'GET /api/ext/v1/examples: none none',
        'GET /api/ext/v1/experiments/{experimentId}/cautions: VIEW_EXPERIMENT_ARTIFACTS experiment',
        'GET /api/ext/v1/experiments/{experimentId}/curves: VIEW_EXPERIMENT_ARTIFACTS experiment',
        'GET /api/ext/v1/experiments/{experimentId}/deletion: VIEW_EXPERIMENT_METADATA experiment',
        'GET /api/ext/v1/experiments/{experimentId}/effective-config: VIEW_EXPERIMENT_METADATA experiment',
        'GET /api/ext/v1/experiments/{experimentId}/failures: VIEW_EXPERIMENT_ARTIFACTS experiment',
        'GET /api/ext/v1/experiments/{experimentId}/history: VIEW_EXPERIMENT_METADATA experiment',
        'GET /api/ext/v1/experiments/{experimentId}/points: VIEW_EXPERIMENT_ARTIFACTS experiment',
        'GET /api/ext/v1/experiments/{experimentId}/waiting/history: VIEW_EXPERIMENT_METADATA experiment',
        'GET /api/ext/v1/experiments/{experimentId}/waiting: VIEW_EXPERIMENT_METADATA experiment',
        'GET /api/ext/v1/find: none none',
        'GET /api/ext/v1/master/log-lines: VIEW_MASTER_LOGS cluster',
        'GET /api/ext/v1/master/log-matches: VIEW_MASTER_LOGS cluster',
        'GET /api/ext/v1/master/single-log-lines: VIEW_MASTER_LOGS cluster',
        'GET /api/ext/v1/mentioned-runs: none none',
        'GET /api/ext/v1/own-experiment-rows: none none',
        'GET /api/ext/v1/pins: none none',
        'GET /api/ext/v1/projects/{projectId}/column-values: VIEW_EXPERIMENT_METADATA project',
        'GET /api/ext/v1/projects/{projectId}/deletion: VIEW_PROJECT project',
        'GET /api/ext/v1/projects/{projectId}/experiment-rows: VIEW_EXPERIMENT_METADATA project',
        'GET /api/ext/v1/projects/{projectId}/filter-counts: VIEW_EXPERIMENT_METADATA project',
        'GET /api/ext/v1/projects/{projectId}/run-rows: VIEW_EXPERIMENT_METADATA project',
        'GET /api/ext/v1/projects/{projectId}/table-views: VIEW_PROJECT project',
        'GET /api/ext/v1/receipts/{receiptId}/items: none none',
        'GET /api/ext/v1/receipts/{receiptId}: none none',
        'GET /api/ext/v1/receipts: none none',
        'GET /api/ext/v1/run-curves: none none',
        'GET /api/ext/v1/server-health: none none',
        'GET /api/ext/v1/sign-out-address: none none',
        'GET /api/ext/v1/tasks/{taskId}/history: VIEW_EXPERIMENT_METADATA task',
        'GET /api/ext/v1/tasks/{taskId}/log-lines: VIEW_EXPERIMENT_ARTIFACTS task',
        'GET /api/ext/v1/tasks/{taskId}/log-matches: VIEW_EXPERIMENT_ARTIFACTS task',
        'GET /api/ext/v1/tasks/{taskId}/single-log-lines: VIEW_EXPERIMENT_ARTIFACTS task',
        'GET /api/ext/v1/trials/{trialId}/history: VIEW_EXPERIMENT_METADATA trial',
        'GET /api/ext/v1/trials/{trialId}/profiler/curve: VIEW_EXPERIMENT_ARTIFACTS trial',
        'GET /api/ext/v1/view-links/{key}: none none',
        'GET /api/ext/v1/workspaces/{workspaceId}/cluster-holders: VIEW_WORKSPACE workspace',
        'GET /api/ext/v1/workspaces/{workspaceId}/deletion: VIEW_WORKSPACE workspace',
        'GET /checkpoints/:checkpoint_uuid: VIEW_EXPERIMENT_ARTIFACTS checkpoint',
        'GET /experiments/:experimentId/file/download: VIEW_EXPERIMENT_ARTIFACTS experiment',
        'GET /experiments/:experimentId/model_def: VIEW_EXPERIMENT_ARTIFACTS experiment',
        'GET /experiments/:experiment_id/preview_gc: VIEW_EXPERIMENT_ARTIFACTS experiment',
        'GET /tasks: none none',
        'GET /users/me: none none',
        'GET /users: none none',
        'PATCH /api/ext/v1/projects/{projectId}/table-views/{viewId}: VIEW_PROJECT project',
        'PATCH /api/ext/v1/trials/{trialId}/pins/{pinId}: UPDATE_EXPERIMENT_METADATA trial',
        'PATCH /users/:username/username: none user',
        'PATCH /users/:username: none user',
        'POST /api/ext/v1/allocations/{allocationId}/alive: none none',
        'POST /api/ext/v1/allocations/{allocationId}/logs: none none',
        'POST /api/ext/v1/effective-configs: none none',
        'POST /api/ext/v1/examples/{name}/run: none none',
        // They read: what is left out may be too much for an address.
        'POST /api/ext/v1/projects/{projectId}/experiments-alike: VIEW_EXPERIMENT_METADATA project',
        'POST /api/ext/v1/projects/{projectId}/runs-alike: VIEW_EXPERIMENT_METADATA project',
        'POST /api/ext/v1/projects/{projectId}/table-views: VIEW_PROJECT project',
        'POST /api/ext/v1/projects/{projectId}/view-links: VIEW_PROJECT project',
        'POST /api/ext/v1/receipts/{receiptId}/execute: none none',
        'POST /api/ext/v1/receipts/{receiptId}/follow: none none',
        'POST /api/ext/v1/receipts/{receiptId}/stop: none none',
        'POST /api/ext/v1/receipts: none none',
        'POST /api/ext/v1/telemetry: none none',
        'POST /api/ext/v1/trials/{trialId}/pins: UPDATE_EXPERIMENT_METADATA trial',
        'POST /logout: none none',
        'POST /task-logs: none none',
        'PUT /api/ext/v1/experiments/{experimentId}/notes: UPDATE_EXPERIMENT_METADATA experiment',
        'PUT /api/ext/v1/projects/{projectId}/notes: UPDATE_PROJECT project',
      ],
    );
  });
});
