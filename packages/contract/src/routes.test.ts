import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractFiles } from '../../../tools/contract/contract-files.ts';
import { staleFiles } from '../../../tools/contract/contract-generate.ts';
import { readFacts } from '../../../tools/contract/facts.ts';
import { builtInRoles } from './identity/role-facts.ts';
import { openApiDocument } from './openapi.ts';
import { interactiveCounterparts, type Permission } from './permissions.ts';
import type { AnyRoute } from './route.ts';
import type { Stales } from './staleness.ts';
import { planOf } from './wire/message.ts';
import { fieldAt } from './wire/request-shape.ts';

/** As much of a call as staleness is decided by. */
type Stated = Stales & { name: string };

const source = new URL('./', import.meta.url);
const facts = readFacts();
const routes: AnyRoute[] = [];
const all: Stated[] = [];
for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('-routes.ts')) continue;
  const exported: (AnyRoute | object)[] = Object.values(await import(new URL(file, source).href));
  // Calls of our own, and the values they allow, stand in files of the same name pattern.
  for (const route of exported) {
    if ('rpc' in route) routes.push(route);
    if ('changes' in route) all.push(route as Stated);
  }
}

describe('generated files', () => {
  test('are what the facts give', () => {
    expect(staleFiles(contractFiles(facts), source)).toEqual([]);
  });

  test('are noticed when stale or left over', () => {
    const files = contractFiles(facts);
    files.set('identity/auth-generated.ts', 'changed');
    files.delete('outbound/webhooks-generated.ts');
    expect(staleFiles(files, source)).toEqual(['identity/auth-generated.ts', 'outbound/webhooks-generated.ts']);
  });

  test('import no band above their own', () => {
    const tiers = ['identity', 'organisation', 'cluster', 'tasks', 'training', 'registry', 'outbound'];
    for (const [path, text] of contractFiles(facts)) {
      const own = tiers.indexOf(path.split('/')[0] ?? '');
      for (const [, band = ''] of text.matchAll(/from '\.\.?\/([a-z]+)\//g)) {
        if (tiers.includes(band)) expect(tiers.indexOf(band), `${path} imports ${band}`).toBeLessThanOrEqual(own);
      }
    }
  });
});

/** Served although the platform had lost them. */
const lost = [
  'GetSearcherEvents',
  'PostSearcherOperations',
  'GetCurrentTrialSearcherOperation',
  'CompleteTrialSearcherOperation',
];
const ofThisVersion = routes.filter(({ rpc }) => !lost.includes(rpc));

describe('the table of routes', () => {
  test('has every call once, as the facts say it travels', () => {
    const of = (route: { rpc: string; method: string; path: string }) => `${route.rpc} ${route.method} ${route.path}`;
    expect(ofThisVersion.map(of).toSorted()).toEqual(facts.routes.map(of).toSorted());
    for (const fact of facts.routes) {
      const route = routes.find(({ rpc }) => rpc === fact.rpc);
      expect(route).toMatchObject({ body: fact.body, query: fact.query, streaming: fact.streaming });
      expect(route?.noAuth, fact.rpc).toBe(fact.noAuth ?? false);
    }
  });

  test('finds the thing a call is about in the request', () => {
    for (const { rpc, request, reply, needs } of routes) {
      if (needs.by !== '') expect(fieldAt(request, needs.by), rpc).toBeDefined();
      expect(needs.by === '', rpc).toBe(needs.on === 'none' || needs.on === 'cluster');
      for (const check of needs.checks) {
        const inReply = check.kind === 'scope' || (check.kind === 'fields' && check.of === 'reply');
        for (const path of [check.by].flat()) {
          if (path === '')
            expect(check.on === 'cluster' || check.asked === 'handler' || check.kind === 'scope', rpc).toBe(true);
          else expect(fieldAt(inReply ? reply : request, path), `${rpc} ${path}`).toBeDefined();
        }
      }
    }
  });

  test('names what each writing call changes', () => {
    const changeNothing = routes.filter(({ method, changes }) => method !== 'GET' && changes.length === 0);
    expect(changeNothing.map(({ rpc }) => rpc).toSorted()).toEqual([
      'AllocationAllGather',
      'GetGroups',
      'GetModelDefFile',
      'GetRolesByID',
      'ListRoles',
      'NotifyContainerRunning',
      'PostWebhookEventData',
      'PreviewHPSearch',
      'SearchExperiments',
      'SearchRolesAssignableToScope',
      'SearchRuns',
      'TestWebhook',
    ]);
    for (const { rpc, method, changes } of routes) if (method === 'GET') expect(changes, rpc).toEqual([]);
  });
});

/** Calls that change nothing and do not say what their answer shows. */
const silent = (calls: readonly Stated[]) =>
  calls.filter(({ reads, changes }) => changes.length === 0 && reads === undefined).map(({ name }) => name);

/** Kinds that a call changes and no answer shows. */
function unread(calls: readonly Stated[]): string[] {
  const read = new Set(calls.flatMap(({ reads }) => reads ?? []));
  return [...new Set(calls.flatMap(({ changes }) => changes))].filter((entity) => !read.has(entity));
}

describe('staleness', () => {
  const getThing: Stated = { name: 'getThing', reads: ['experiment'], changes: [], of: {} };

  test('each call that changes nothing says what it reads', () => {
    expect(silent(all)).toEqual([]);
    expect(silent([getThing, { ...getThing, name: 'forgot', reads: undefined }])).toEqual(['forgot']);
  });

  test('each kind that changes is read by some call', () => {
    expect(unread(all)).toEqual([]);
    expect(unread([getThing, { ...getThing, reads: undefined, changes: ['experiment', 'webhook'] }])).toEqual([
      'webhook',
    ]);
  });

  test('few answers are never stale', () => {
    expect(
      all
        .filter(({ reads }) => reads?.length === 0)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'allocationAllGather',
      'findMasterLogLines',
      'followReceipt',
      'getExamples',
      'getKubernetesResourceManagers',
      'getMasterLogLines',
      'getServerHealth',
      'getSingleMasterLogLines',
      'masterLogs',
      'notifyContainerRunning',
      'postAllocationAlive',
      'postTelemetry',
      'postViewLink',
      'postWebhookEventData',
      'previewHPSearch',
      'previewReceipt',
      'testWebhook',
    ]);
  });

  test('a call names its things by fields that its request has', () => {
    for (const { rpc, request, of } of routes) {
      for (const path of Object.values(of)) expect(fieldAt(request, path), `${rpc}: ${path}`).toBeDefined();
    }
  });
});

describe('every thing that a request names is asked', () => {
  const namesThing =
    /(workspace|project|experiment|trial|run|task|allocation|job|checkpoint|parent|notebook|model|template)(Id|Ids|Uuid|Uuids|Name)$/i;
  /** What is no thing to be asked: it narrows what is found, or is where the items that are asked have to lie. */
  const narrows = [
    /^filters\./,
    /^(projectId|sourceProjectId|workspaceIds|workspaceId|trialId|allocationIds)$/,
    /^external|\.trialRunId$/,
    // Messages of replies, of which requests are read for the rest.
    /^(modelVersion\.)?checkpoint\.(taskId|allocationId|training\..*)$/,
    /^(acceleratorData|logs)\.(allocationId|taskId)$/,
  ];

  function unasked({ request, needs }: Pick<AnyRoute, 'request' | 'needs'>): string[] {
    const asked = [needs.by, ...needs.checks.flatMap(({ by }) => by)];
    // Who may change the whole cluster may name anything in it.
    if (needs.on === 'cluster') return [];
    const found: string[] = [];
    const visit = (message: AnyRoute['request'], prefix: string, open: readonly unknown[]) => {
      for (const field of planOf(message).fields) {
        const path = prefix + field.name;
        if (field.message && !open.includes(field.message)) visit(field.message, `${path}.`, [...open, field.message]);
        else if (namesThing.test(field.name) && !asked.includes(path)) found.push(path);
      }
    };
    visit(request, '', [request]);
    return found.filter((path) => !narrows.some((one) => one.test(path)));
  }

  test('but for what narrows', () => {
    expect(routes.flatMap((route) => unasked(route).map((path) => `${route.rpc}: ${path}`))).toEqual([]);
    // These are not narrowed by a project or workspace, so that theirs has to be a list's or a bulk call's.
    for (const { rpc, request, needs } of routes) {
      const names = ['projectId', 'workspaceId'].filter((name) => planOf(request).byName.has(name));
      const isNamed = names.every((name) => [needs.by, ...needs.checks.flatMap(({ by }) => by)].includes(name));
      const kinds = needs.checks.map(({ kind }) => kind);
      if (!isNamed && needs.on !== 'cluster')
        expect(
          kinds.some((kind) => kind === 'each' || kind === 'scope'),
          rpc,
        ).toBe(true);
    }
  });

  test('a check that was forgotten is noticed', () => {
    const move = routes.find(({ rpc }) => rpc === 'MoveExperiment');
    if (!move) throw new Error('there is no such call');
    expect(unasked({ ...move, needs: { ...move.needs, checks: [] } })).toEqual(['destinationProjectId']);
  });
});

interface Measured {
  rpc: string;
  /** Variant → roles at cluster scope that passed, with roles in force. */
  on: [string, string][];
  /** Variant → actors that passed, without; things belong to `owner`, their workspace to an admin. */
  off: [string, string][];
}

const measured: Measured[] = readFileSync(new URL('identity/vectors/permissions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Openings of the measured platform that stay closed here, and what a task's own session does instead of people. */
const closedHere = new Set([
  'DeleteTensorboardFiles',
  'GetTrialRemainingLogRetentionDays',
  'KillGenericTask',
  'PauseGenericTask',
  'PostUserActivity',
  'PostWebhookEventData',
  'UnpauseGenericTask',
]);

function holders(permissions: readonly Permission[]): string {
  const roles = builtInRoles.filter((role) => permissions.every((name) => role.permissions.includes(name)));
  return roles
    .map((role) => role.name)
    .toSorted()
    .join(' ');
}

describe('who may call, as measured on the platform', () => {
  const byPermission = routes.filter(
    ({ needs, rpc }) =>
      needs.permission !== 'none' &&
      needs.checks.length === 0 &&
      !closedHere.has(rpc) &&
      (measured.find((row) => row.rpc === rpc)?.on ?? []).some(([variant]) => variant !== 'self'),
  );

  test.each(byPermission.map((route) => [route.rpc, route] as const))('%s with roles', (rpc, { needs }) => {
    const allowed = [holders([needs.permission as Permission, ...needs.and])]; // filtered above
    const counterpart = needs.permission === 'none' ? undefined : interactiveCounterparts[needs.permission];
    // Allocations of interactive work are open to whoever may see them there, but not here.
    if (counterpart && needs.on === 'allocation') allowed.push(holders(['VIEW_NSC']));
    else if (counterpart) allowed.push(holders([counterpart]));
    for (const [variant, roles] of measured.find((row) => row.rpc === rpc)?.on ?? []) {
      if (variant !== 'self') expect(allowed, variant).toContain(roles);
    }
  });

  // What asks many things, or one of another kind, by checks alone.
  const byChecks = routes.filter(
    ({ needs, rpc }) =>
      needs.permission === 'none' &&
      needs.checks.length === 1 &&
      needs.checks.every(({ kind, at }) => (kind === 'each' || kind === 'also') && at === undefined) &&
      !closedHere.has(rpc) &&
      // Of interactive work it was open to viewers; a model's version opens its checkpoint.
      !['PostTaskLogs', 'GetCheckpoint'].includes(rpc),
  );

  test.each(byChecks.map((route) => [route.rpc, route] as const))('%s with roles, by its check', (rpc, { needs }) => {
    const [check] = needs.checks;
    const allowed = [holders(check?.needs ?? [])];
    const counterparts = check?.needs.map((name) => interactiveCounterparts[name] ?? name) ?? [];
    allowed.push(holders(counterparts));
    for (const [variant, roles] of measured.find((row) => row.rpc === rpc)?.on ?? []) {
      expect(allowed, variant).toContain(roles);
    }
  });

  const actors: Record<string, string> = {
    anyone: 'admin owner plain wsowner',
    owner: 'admin owner',
    ownerOrWorkspaceOwner: 'admin owner',
    admin: 'admin',
    workspaceOwner: 'admin',
  };
  const withoutRoles = routes.filter(
    ({ needs, rpc }) =>
      needs.checks.length === 0 &&
      needs.withoutRbac !== 'self' &&
      (measured.find((row) => row.rpc === rpc)?.off ?? []).length > 0,
  );

  test.each(withoutRoles.map((route) => [route.rpc, route] as const))('%s without roles', (rpc, { needs }) => {
    // A workspace's own owner is the admin in these measurements.
    const expected = needs.withoutRbac === 'owner' && needs.on === 'workspace' ? 'admin' : actors[needs.withoutRbac];
    // The project's owner may edit it here; measured, he may only archive, move and delete it.
    if (rpc === 'PatchProject') return expect(needs.withoutRbac).toBe('ownerOrWorkspaceOwner');
    for (const [variant, passed] of measured.find((row) => row.rpc === rpc)?.off ?? []) {
      expect(passed.replace('nobody ', ''), variant).toBe(expected);
    }
  });
});

describe('the OpenAPI document', () => {
  interface Schema {
    $ref?: string;
    anyOf?: Schema[];
    properties?: Record<string, Schema>;
    enum?: string[];
    required?: string[];
  }
  const document = openApiDocument(routes, ['GET /health']) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; security?: []; requestBody?: object }>>;
    components: { schemas: Record<string, Schema> };
  };

  test('holds every implemented call, message, field and enum value', () => {
    const calls = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(calls.map((call) => call.operationId).toSorted()).toEqual(
      [...ofThisVersion.map((route) => route.rpc), 'health'].toSorted(),
    );
    const { schemas } = document.components;
    for (const [name, { fields }] of Object.entries(facts.types)) {
      // Requests that travel in path and query only have no body to describe.
      if (schemas[name]) expect(Object.keys(schemas[name].properties ?? {}), name).toEqual(Object.keys(fields));
      else
        expect(
          facts.routes.some((route) => route.request === name && route.body !== '*') || /Filter$/.test(name),
          name,
        ).toBe(true);
    }
    for (const [name, values] of Object.entries(facts.enums))
      if (schemas[name]) expect(schemas[name].enum).toEqual(values);
    expect(JSON.stringify(document)).toContain('"openapi":"3.1.0"');
  });

  test('has only what is implemented, and refers to nothing that is not there', () => {
    const some = openApiDocument(routes.filter((route) => route.name === 'getExperiment'));
    const text = JSON.stringify(some);
    expect(Object.keys(some.paths as object)).toEqual(['/api/v1/experiments/{experimentId}']);
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(text).toContain(`"${name}":{`);
  });

  test('says which calls need no token', () => {
    expect(document.paths['/api/v1/auth/login']?.post?.security).toEqual([]);
    expect(document.paths['/api/v1/auth/logout']?.post?.security).toBeUndefined();
  });
});
