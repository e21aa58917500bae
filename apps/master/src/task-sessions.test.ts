import { randomUUID } from 'node:crypto';
import { setUserPasswordRoute } from '@determined/contract/identity/users-routes.ts';
import { postModelRoute } from '@determined/contract/registry/models-routes.ts';
import { type TaskCall, taskCallNames, taskCallOf } from '@determined/contract/task-calls.ts';
import { createGenericTaskRoute } from '@determined/contract/tasks/generic-tasks-routes.ts';
import { createExperimentRoute, killExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { fieldAt, queryFields } from '@determined/contract/wire/request-shape.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from './app.ts';

// What the two sessions in a task's environment may do: every route is tried with both, about the task's own things and
// about somebody else's. The task's owner is an administrator, so that what is refused is refused to the task.

type Place = Record<string, string>;
type Token = 'DET_SESSION_TOKEN' | 'DET_USER_TOKEN';
const tokens: Token[] = ['DET_SESSION_TOKEN', 'DET_USER_TOKEN'];

let cluster: DevCluster;
let machines: ScriptedLauncher;
let task: TaskSpec;
let own: Place;
let theirs: Place;
/** A trial of the owner's that reports from elsewhere. */
let detached: { trial: number; task: string };
const config = 'name: x\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\n';

beforeAll(async () => {
  machines = new ScriptedLauncher([8]);
  cluster = await startDevCluster({ launcher: machines });
  const stranger = await cluster.newUser();
  [task, own] = await runTask(cluster.admin);
  [, theirs] = await runTask(stranger);
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config, unmanaged: true });
  const { trial } = await cluster.admin.client.call(createTrialRoute, {
    experimentId: experiment?.id ?? 0,
    unmanaged: true,
  });
  detached = { trial: trial?.id ?? 0, task: trial?.taskId ?? '' };
});
afterAll(() => cluster.stop());

/** An experiment of a user's whose trial runs, with a checkpoint. */
async function runTask(user: DevUser): Promise<[TaskSpec, Place]> {
  const { experiment } = await user.client.call(createExperimentRoute, { config, activate: true });
  const spec = await eventually('its task runs', () =>
    machines.running().find(({ environment }) => environment.DET_EXPERIMENT_ID === String(experiment?.id)),
  );
  const generic = { config: 'entrypoint: [x]\nresources: {slots: 0}\n', contextDirectory: [] };
  const { taskId: genericTask } = await user.client.call(createGenericTaskRoute, generic);
  const { model } = await user.client.call(postModelRoute, { name: `Of user ${user.id}` });
  const taskId = spec.environment.DET_TASK_ID ?? '';
  const trial = spec.environment.DET_TRIAL_ID ?? '';
  const checkpoint = randomUUID();
  const reported = { uuid: checkpoint, taskId, state: 'STATE_COMPLETED', resources: { f: '1' }, metadata: {} };
  expect((await send(spec, 'DET_SESSION_TOKEN', 'POST', '/api/v1/checkpoints', reported)).status).toBe(200);
  return [
    spec,
    {
      experiment: String(experiment?.id),
      trial,
      run: trial,
      task: taskId,
      genericTask,
      allocation: spec.allocationId,
      checkpoint,
      job: experiment?.jobId ?? '',
      model: String(model?.id),
      // What both are in, or nobody has.
      workspace: '1',
      key: 'UNCAT',
      project: '1',
      user: String(user.id),
      receipt: '00000000-0000-4000-8000-000000000001',
    },
  ];
}

async function send(spec: TaskSpec, token: Token, method: string, path: string, body?: unknown) {
  const bearer = `Bearer ${spec.environment[token]}`;
  const header = token === 'DET_SESSION_TOKEN' ? 'Grpc-Metadata-x-allocation-token' : 'Authorization';
  const reply = await cluster.fetch(path, {
    method,
    headers: { [header]: bearer },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  const { status } = reply;
  if (status !== 200) return { status, text: await reply.text() };
  // Followers are told for as long as the task runs.
  const reader = reply.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return { status, text: new TextDecoder().decode(first?.value) };
}

type Entry = (typeof allRoutes)[number];
const nameOf = (entry: Entry) => (entry.kind === 'raw' ? entry.name : entry.route.name);
const guardOf = (entry: Entry) => (entry.kind === 'raw' ? entry : entry.route);
const isBuilt = (entry: Entry) => entry.kind === 'ext' || entry.built;

/** Of our own calls, what those need that are looked at before it is asked who sends them. */
const ownBodies: Record<string, unknown> = {
  previewReceipt: { kind: 'experiment', act: 'kill', projectId: null, selection: { ids: [1] } },
  followReceipt: { by: 'undo' },
  postTableView: { table: 'runs', name: 'x', state: {} },
  postPin: { group: 'validation', metric: 'x', batches: 1, text: 'x' },
  patchPin: { version: 1, text: 'x' },
  postViewLink: { table: 'runs', state: {} },
  postTelemetry: { type: 'identify' },
};

/** The call of a route, about the things of a place wherever it names any. */
function requestOf(entry: Entry, place: Place): { method: string; path: string; body: unknown } {
  const { needs, method, path } = guardOf(entry);
  const valueFor = (name: string) => {
    if (name === needs.by && needs.on === 'genericTask') return place.genericTask ?? '';
    const kind = name.replace(/^.*\.|_?(uu)?id$/gi, '').toLowerCase();
    return place[kind] ?? (name === needs.by || `params.${name}` === needs.by ? place[needs.on] : undefined) ?? '1';
  };
  const filled = path
    .replace(/\{([^}]+)\}/g, (_all, name: string) => encodeURIComponent(valueFor(name)))
    .replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(valueFor(name)));
  if (entry.kind !== 'route') {
    const told =
      'path=x&from=0&count=1&name=x&agentId=x&of=run&ids=1&runs=1&metric=x&numbers=1&table=runs&column=x&location=LOCATION_TYPE_RUN&filter={}';
    return { method, path: `${filled}?${told}`, body: ownBodies[nameOf(entry)] ?? {} };
  }
  const query = new URLSearchParams();
  for (const [name, field] of queryFields(entry.route)) {
    if (field.required || /^(trialIds|ids|experimentId)$/.test(name))
      query.append(name, valueFor(name.replace(/s$/, '')));
  }
  const [outer = '', inner] = needs.by.split('.');
  const inBody = needs.by !== '' && !path.includes(`{${needs.by}}`);
  const id = valueFor(needs.by);
  const body = !inBody ? {} : inner === undefined ? { [outer]: id } : { [outer]: { [inner]: id } };
  const bound = entry.route.body === null || entry.route.body === '*' ? undefined : entry.route.body;
  return {
    method,
    path: `${filled}?${query}`,
    body: bound && fieldAt(entry.route.request, bound)?.kind === 's' ? '' : body,
  };
}

/** Calls that name their things in the body: about whom is in the hands of their handlers. */
const bodies: Record<string, (place: Place) => unknown> = {
  patchCheckpoints: ({ checkpoint }) => ({ checkpoints: [{ uuid: checkpoint, resources: { resources: {} } }] }),
  reportCheckpoint: ({ task: taskId }) => ({
    uuid: randomUUID(),
    taskId,
    state: 'STATE_COMPLETED',
    resources: {},
    metadata: {},
  }),
  reportTrialSourceInfo: ({ trial, checkpoint }) => ({
    trialSourceInfo: {
      trialId: trial,
      checkpointUuid: checkpoint,
      trialSourceInfoType: 'TRIAL_SOURCE_INFO_TYPE_INFERENCE',
    },
  }),
  postTrialProfilerMetricsBatch: ({ trial: trialId }) => ({
    batches: [
      {
        labels: { trialId, name: 'cpu_util_simple', agentId: 'x', metricType: 'PROFILER_METRIC_TYPE_SYSTEM' },
        values: [1],
        batches: [1],
        timestamps: ['2026-01-01T00:00:00Z'],
      },
    ],
  }),
  postTaskLogs: ({ task: taskId }) => ({ logs: [{ taskId, log: 'x' }] }),
  'POST /task-logs': ({ task: task_id }) => [{ task_id, log: 'x' }],
  previewEffectiveConfig: () => ({ config }),
  saveProjectNotes: () => ({ read: [], notes: [] }),
  saveExperimentNotes: () => ({ read: '', notes: '' }),
  postAllocationAlive: () => ({ containerId: 'x' }),
  postAllocationLogs: () => ({
    offset: 0,
    lines: [{ timestamp: '2026-01-01T00:00:00Z', stdtype: 'stdout', log: 'x' }],
  }),
};
/** About the session alone, whose own it is. */
const aboutItself = ['logout', 'POST /logout'];

const built = allRoutes.filter((entry) => isBuilt(entry) && !guardOf(entry).noAuth);
const routes = built.map((entry) => [nameOf(entry), entry, taskCallOf(nameOf(entry))] as const);
const askable = routes.filter(([name]) => !aboutItself.includes(name));
const open = (call: TaskCall, namesThings: boolean) =>
  askable.filter(([, entry, may]) => may === call && (guardOf(entry).needs.on !== 'none') === namesThings);

const ask = (token: Token, entry: Entry, place: Place) => {
  const { method, path, body } = requestOf(entry, place);
  return send(task, token, method, path, bodies[nameOf(entry)]?.(place) ?? body);
};

test('the table of what tasks may call names routes that there are, each once', () => {
  const names = allRoutes.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(taskCallNames().filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(taskCallNames()).size).toBe(taskCallNames().length);
});

test('accounts, rights, settings, policies, webhooks and the cluster are closed to tasks, but for what is named here', () => {
  // By the first word of the path below the prefix.
  const guarded =
    /^\/(api\/v1\/|api\/ext\/v1\/)?(login|logout|auth|me|users?|tokens?|groups?|roles?|permissions|settings?|config-policies|templates?|webhooks|master|agents|resource-?pools?|resources|job-queues(-v2)?|usage|metrics|debug|prom)\b/;
  const openToTasks = routes.filter(([, , may]) => may !== undefined);
  const exceptions = openToTasks.filter(([, entry]) => {
    const { path, method, needs } = guardOf(entry);
    const place = /\/(workspaces|projects)\b/.test(path) && method !== 'GET' && !/\/(experiments|runs)\b/.test(path);
    return guarded.test(path) || place || needs.on === 'cluster' || ['admin', 'self'].includes(needs.withoutRbac);
  });
  expect(exceptions.map(([name]) => name).toSorted()).toEqual([
    'GET /users/me',
    'POST /logout',
    'currentUser',
    'getMe',
    'logout',
    ...(built.some((entry) => nameOf(entry) === 'postWebhookEventData') ? ['postWebhookEventData'] : []),
  ]);
});

test('every call that names its things in the body is tried with such a body', () => {
  const inBody = [...open('own', false), ...open('report', false)].map(([name]) => name);
  expect(inBody.filter((name) => !(name in bodies))).toEqual([]);
});

describe.each(tokens)('%s', (token) => {
  const harness = token === 'DET_SESSION_TOKEN';
  const refused = (status: number, text: string, name: string) => expect([status, name], text).toEqual([403, name]);
  const passed = (status: number, text: string, name: string) => {
    expect([400, 404, 409, 412, 200, 201, 503], `${name} answered ${status}: ${text}`).toContain(status);
  };

  const closed = askable.filter(([, , may]) => may === undefined);
  test.each(closed)('%s is closed', async (name, entry) => {
    for (const place of [own, theirs]) {
      const { status, text } = await ask(token, entry, place);
      refused(status, text, name);
    }
  });

  const ofStrangers = [
    ...open('own', true),
    ...open('own', false),
    ...(harness ? [...open('report', true), ...open('report', false)] : []),
  ].filter(([name]) => name !== 'postWebhookEventData');
  test.each(ofStrangers)("%s is refused about somebody else's", async (name, entry) => {
    const { status, text } = await ask(token, entry, theirs);
    refused(status, text, name);
  });

  // Another user may be reported for by nobody but his own task, whatever his rights.
  const reports = [...open('report', true), ...open('report', false)];
  if (!harness) {
    test.each(reports.filter(([name]) => !['postRunMetadata', 'postCheckpointMetadata'].includes(name)))(
      '%s is refused for a task that runs here',
      async (name, entry) => {
        const { status, text } = await send(
          task,
          token,
          guardOf(entry).method,
          requestOf(entry, theirs).path,
          bodies[name]?.(theirs) ?? reportBody(name, theirs),
        );
        refused(status, text, name);
      },
    );
  }

  test.each(reports)('%s is open about its own', async (name, entry) => {
    const { status, text } = await ask(token, entry, own);
    passed(status, text, name);
  });

  const work = [...open('work', true), ...open('work', false)];
  if (harness) {
    test.each(work)("%s is refused, but reading one's own", async (name, entry) => {
      const { needs, method } = guardOf(entry);
      const { status, text } = await ask(token, entry, theirs);
      refused(status, text, name);
      const reads =
        method === 'GET' && ['experiment', 'trial', 'run', 'task', 'allocation', 'checkpoint'].includes(needs.on);
      const ofOwn = await ask(token, entry, own);
      if (reads) passed(ofOwn.status, ofOwn.text, name);
      else refused(ofOwn.status, ofOwn.text, name);
    });
  } else {
    const reads = work.filter(([, entry]) => guardOf(entry).method === 'GET');
    test.each(reads)('%s answers as to its owner', async (name, entry) => {
      const { status, text } = await ask(token, entry, theirs);
      passed(status, text, name);
    });
  }

  test.each([...open('read', true), ...open('read', false)])('%s is open', async (name, entry) => {
    const { status, text } = await ask(token, entry, theirs);
    passed(status, text, name);
  });

  test('it has no rights of an administrator, though its owner has', async () => {
    const me = await send(task, token, 'GET', '/api/v1/me');
    expect(JSON.parse(me.text)).toMatchObject({ user: { username: 'admin', admin: true } });
    for (const [path, body] of [
      ['/api/v1/users', { user: { username: 'mole', active: true, admin: true } }],
      ['/api/v1/tokens', { userId: 1 }],
      ['/api/v1/workspaces', { name: 'mole' }],
    ] as const) {
      expect((await send(task, token, 'POST', path, body)).status).toBe(403);
    }
  });

  test('it does not listen to what changes', async () => {
    expect((await send(task, token, 'GET', '/api/ext/v1/live')).status).toBe(401);
  });
});

function reportBody(name: string, { trial }: Place): unknown {
  const metrics = { trialId: trial, trialRunId: 1, stepsCompleted: 1, metrics: { avgMetrics: { loss: 1 } } };
  if (name === 'reportTrialMetrics') return { group: 'training', metrics };
  if (name === 'reportTrialSearcherEarlyExit') return { reason: 'EXITED_REASON_INVALID_HP' };
  if (name === 'reportTrialProgress') return { progress: 0.5 };
  return name.endsWith('Metrics') ? metrics : { runId: trial, state: 'x' };
}

test("a program in a task reports for its owner's detached work, the harness does not", async () => {
  const calls = [
    [`/api/v1/trials/${detached.trial}/runner/metadata`, { state: 'x' }],
    ['/api/v1/checkpoints', { uuid: randomUUID(), taskId: detached.task, resources: {}, metadata: {} }],
    ['/task-logs', [{ task_id: detached.task, log: 'x' }]],
  ] as const;
  for (const [path, body] of calls) {
    expect([path, (await send(task, 'DET_SESSION_TOKEN', 'POST', path, body)).status]).toEqual([path, 403]);
    expect([path, (await send(task, 'DET_USER_TOKEN', 'POST', path, body)).status]).toEqual([path, 200]);
  }
});

test('what stands where a body has to name its task, and is no name, is refused as that', async () => {
  for (const given of [[['x']], { a: 1 }, true]) {
    const body = { task_id: given };
    for (const token of tokens) {
      const { status, text } = await send(task, token, 'POST', '/task-logs', body);
      expect([given, status, text]).toEqual([given, 400, expect.stringContaining('body.task_id names no task')]);
    }
  }
});

describe('the sessions of a task end', () => {
  const answers = (spec: TaskSpec) =>
    Promise.all(tokens.map(async (token) => (await send(spec, token, 'GET', '/api/v1/me')).status));
  const causes = async ({ allocationId }: TaskSpec) =>
    (
      await cluster.master.db
        .selectFrom('user_sessions')
        .select('end_cause')
        .where('allocation_id', '=', allocationId)
        .execute()
    ).map(({ end_cause }) => end_cause);

  test('with its allocation', async () => {
    const owner = await cluster.newUser();
    const [spec, { experiment }] = await runTask(owner);
    expect(await answers(spec)).toEqual([200, 200]);
    await owner.client.call(killExperimentRoute, { id: Number(experiment) });
    await eventually('both are refused', async () => (await answers(spec)).every((status) => status === 401));
    expect(await causes(spec)).toEqual(['allocation ended', 'allocation ended']);
  });

  test('with a new password of its owner; the trial goes on under new ones, and no restart is counted', async () => {
    const owner = await cluster.newUser();
    const [spec, { trial }] = await runTask(owner);
    expect(await answers(spec)).toEqual([200, 200]);
    await cluster.admin.client.call(setUserPasswordRoute, { userId: owner.id, password: 'New-Passw0rd' });
    await cluster.heard();
    expect(await answers(spec)).toEqual([401, 401]);
    expect(await causes(spec)).toEqual(['password changed', 'password changed']);

    machines.end(spec.allocationId, { exitCode: 1 });
    const next = await eventually('it runs again', () =>
      machines.running().find(({ environment }) => environment.DET_TRIAL_ID === trial),
    );
    expect(next.allocationId).not.toBe(spec.allocationId);
    expect(await answers(next)).toEqual([200, 200]);
    const { restarts } = await cluster.master.db
      .selectFrom('trials')
      .select('restarts')
      .where('id', '=', Number(trial))
      .executeTakeFirstOrThrow();
    expect(restarts).toBe(0);
  });

  test('with the account of its owner', async () => {
    const owner = await cluster.newUser();
    const [spec] = await runTask(owner);
    expect(await answers(spec)).toEqual([200, 200]);
    const { status } = await cluster.fetch(`/api/v1/users/${owner.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ active: false }),
      token: cluster.admin.token,
    });
    expect(status).toBe(200);
    await cluster.heard();
    expect(await answers(spec)).toEqual([401, 401]);
    expect(await causes(spec)).toEqual(['account deactivated', 'account deactivated']);
  });

  test('signing out ends the session of the program alone; the harness has nothing to sign out of', async () => {
    const [spec] = await runTask(await cluster.newUser());
    expect((await send(spec, 'DET_SESSION_TOKEN', 'POST', '/api/v1/auth/logout')).status).toBe(400);
    expect((await send(spec, 'DET_SESSION_TOKEN', 'POST', '/logout')).status).toBe(400);
    expect((await send(spec, 'DET_USER_TOKEN', 'POST', '/api/v1/auth/logout')).status).toBe(200);
    expect(await answers(spec)).toEqual([200, 401]);
  });
});
