import { LogLevel } from '@determined/contract/common-messages-generated.ts';
import { logoutRoute } from '@determined/contract/identity/auth-routes.ts';
import { patchUserRoute } from '@determined/contract/identity/users-routes.ts';
import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { taskLogsFieldsRoute, taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { trialLogsFieldsRoute, trialLogsRoute } from '@determined/contract/training/trials-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LogWriter } from './log-writer.ts';
import { collect, type LogBench, type RunningTrial, startLogBench } from './testing/log-bench.ts';

let bench: LogBench;
let trial: RunningTrial;
beforeAll(async () => {
  bench = await startLogBench();
  trial = await bench.startTrial();
});
afterAll(() => bench.cluster.stop());

const texts = (lines: readonly { log?: string }[]) => lines.map((line) => line.log?.trimEnd());

test('[LOGS-011] a line has id, level, message and time, as it was posted', async () => {
  await bench.post(trial.taskId, [
    {
      log: 'one\n',
      timestamp: '2026-01-02T03:04:05.123456789Z',
      level: 'LOG_LEVEL_WARNING',
      stdtype: 'stderr',
      source: 'whole',
      allocationId: `${trial.taskId}.1`,
      rankId: 0,
      agentId: 'a1',
      containerId: '0123456789abcdef',
    },
    { log: 'zwei äöü \\ %\n', source: 'whole' },
  ]);
  const [first, second] = await bench.read({ taskId: trial.taskId, sources: ['whole'] });
  expect(first).toEqual({
    id: expect.stringMatching(/^\d+$/),
    timestamp: '2026-01-02T03:04:05.123456Z',
    message: '[2026-01-02T03:04:05.123456Z] 01234567 [rank=0] || WARNING: one\n',
    level: 'LOG_LEVEL_WARNING',
    taskId: trial.taskId,
    allocationId: `${trial.taskId}.1`,
    agentId: 'a1',
    containerId: '0123456789abcdef',
    rankId: 0,
    log: 'one\n',
    source: 'whole',
    stdtype: 'stderr',
  });
  expect(second).toEqual({
    id: String(BigInt(first?.id ?? 0) + 1n),
    timestamp: '1970-01-01T00:00:00Z',
    message: '[1970-01-01T00:00:00.000000Z]          || zwei äöü \\ %\n',
    level: 'LOG_LEVEL_UNSPECIFIED',
    taskId: trial.taskId,
    log: 'zwei äöü \\ %\n',
    source: 'whole',
  });
});

test('[LOGS-012] [LOGS-013] every level is kept and can be asked for', async () => {
  const levels = LogLevel.slice(1);
  await bench.post(
    trial.taskId,
    levels.map((level) => ({ log: `${level}\n`, level, source: 'levels' })),
  );
  for (const level of levels) {
    const found = await bench.read({ taskId: trial.taskId, sources: ['levels'], levels: [level] });
    expect(found.map((line) => [line.level, line.log])).toEqual([[level, `${level}\n`]]);
  }
});

test('[LOGS-014] [API-144] filters, limit and both orders', async () => {
  const { taskId } = trial;
  await bench.post(taskId, [
    { log: 'a\n', source: 's', rankId: 0, agentId: 'm1', stdtype: 'stdout', timestamp: '2026-03-01T00:00:01Z' },
    { log: 'b\n', source: 's', rankId: 1, agentId: 'm1', stdtype: 'stderr', timestamp: '2026-03-01T00:00:02Z' },
    { log: 'C 100%\n', source: 's', containerId: 'c9', timestamp: '2026-03-01T00:00:03Z' },
    { log: 'dÄ\n', source: 's', rankId: 2, allocationId: 'x.1', timestamp: '2026-03-01T00:00:04Z' },
  ]);
  const of = async (filter: object) => texts(await bench.read({ taskId, sources: ['s'], ...filter }));
  expect(await of({})).toEqual(['a', 'b', 'C 100%', 'dÄ']);
  expect(await of({ orderBy: 'ORDER_BY_DESC' })).toEqual(['dÄ', 'C 100%', 'b', 'a']);
  expect(await of({ orderBy: 'ORDER_BY_ASC', limit: 2 })).toEqual(['a', 'b']);
  expect(await of({ orderBy: 'ORDER_BY_DESC', limit: 1 })).toEqual(['dÄ']);
  expect(await of({ rankIds: [1, 2] })).toEqual(['b', 'dÄ']);
  expect(await of({ rankIds: [-1, 0] })).toEqual(['a', 'C 100%']);
  expect(await of({ agentIds: ['m1'], stdtypes: ['stderr'] })).toEqual(['b']);
  expect(await of({ containerIds: ['c9'] })).toEqual(['C 100%']);
  expect(await of({ allocationIds: ['x.1'] })).toEqual(['dÄ']);
  expect(await of({ timestampAfter: '2026-03-01T00:00:02Z', timestampBefore: '2026-03-01T00:00:03Z' })).toEqual([
    'C 100%',
  ]);
  expect(await of({ searchText: 'c 100%' })).toEqual(['C 100%']);
  expect(await of({ searchText: 'DÄ' })).toEqual(['dÄ']);
  expect(await of({ searchText: '_' })).toEqual([]);
  expect(await of({ searchText: '^[ab]$', enableRegex: true })).toEqual([]);
  expect(await of({ searchText: '^[ab]\\n$', enableRegex: true })).toEqual(['a', 'b']);
  await expect(of({ searchText: '(', enableRegex: true })).rejects.toMatchObject({ code: 'InvalidArgument' });
});

test('[API-145] the fields call gives what lines can be filtered by', async () => {
  const other = await bench.startTrial();
  await bench.post(other.taskId, [
    { log: 'x\n', rankId: 3, agentId: 'm2', containerId: 'c2', source: 'task', stdtype: 'stderr', allocationId: 'y.1' },
    { log: 'y\n', rankId: 1 },
  ]);
  const [fields] = await collect(
    bench.cluster.admin.client.stream(taskLogsFieldsRoute, { taskId: other.taskId, follow: false }),
  );
  expect(fields).toEqual({
    allocationIds: ['y.1'],
    agentIds: ['m2'],
    containerIds: ['c2'],
    rankIds: [1, 3],
    stdtypes: ['stderr', 'stdout'],
    sources: ['master', 'task'],
  });
  const agents: string[][] = [];
  const follow = { taskId: other.taskId, follow: true };
  for await (const { agentIds } of bench.cluster.admin.client.stream(taskLogsFieldsRoute, follow)) {
    agents.push(agentIds);
    if (agents.length === 2) break;
    await bench.post(other.taskId, [{ log: 'z\n', agentId: 'm3' }]);
  }
  expect(agents).toEqual([['m2'], ['m2', 'm3']]);
});

test('[LOGS-015] for people a line is its text alone: time, container, rank and level stand beside it', async () => {
  const other = await bench.startTrial();
  const line = { rankId: 3, containerId: '0123456789', level: 'LOG_LEVEL_WARNING', timestamp: '2026-01-02T03:04:05Z' };
  await bench.post(other.taskId, [{ ...line, log: 'loss is [nan] || WARNING: so what\n' } as object]);
  const { lines } = await bench.cluster.admin.client.call(getLogLinesRoute, {
    params: { taskId: other.taskId },
    query: { from: -1, count: 1 },
  });
  expect(lines).toEqual([
    expect.objectContaining({ text: 'loss is [nan] || WARNING: so what', level: 'WARNING', rank: 3 }),
  ]);
  const [told] = (await bench.read({ taskId: other.taskId })).slice(-1);
  expect(told?.message).toBe(
    '[2026-01-02T03:04:05.000000Z] 01234567 [rank=3] || WARNING: loss is [nan] || WARNING: so what\n',
  );
});

test('a good end is told in plain words, and on the wire as clients know it', async () => {
  const running = await bench.startTrial();
  bench.machines.end(running.allocationId, { exitCode: 0 });
  const lastLine = async () => {
    const query = { from: -1, count: 1 };
    const { lines } = await bench.cluster.admin.client.call(getLogLinesRoute, {
      params: { taskId: running.taskId },
      query,
    });
    return lines[0]?.text;
  };
  await expect
    .poll(lastLine)
    .toMatch(/^Trial \d+ \(Experiment \d+\) completed: resources exited successfully with a zero exit code$/);
  expect((await bench.read({ taskId: running.taskId })).at(-1)?.log).toMatch(
    / was terminated: allocation stopped early after all resources exited: /,
  );
});

test('the runner, who calls with its own token, may send lines again: each is stored once', async () => {
  const running = await bench.startTrial();
  const send = (offset: number, from: number, to: number, token = running.token) =>
    bench.cluster.fetch(`/api/ext/v1/allocations/${running.allocationId}/logs`, {
      method: 'POST',
      token,
      body: JSON.stringify({
        taskId: running.taskId,
        containerId: 'c1',
        agentId: 'm1',
        offset,
        lines: Array.from({ length: to - from }, (_, i) => ({
          timestamp: '2026-03-01T00:00:01.000001+00:00',
          stdtype: 'stdout',
          level: 'INFO',
          rankId: 0,
          log: `line ${from + i}\n`,
        })),
      }),
    });
  const next = async (reply: Promise<Response>) => ((await (await reply).json()) as { next?: number }).next;
  expect(await next(send(0, 0, 10))).toBe(10);
  expect(await next(send(0, 0, 10))).toBe(10);
  expect(await next(send(5, 5, 15))).toBe(15);
  expect(await Promise.all([next(send(15, 15, 18)), next(send(15, 15, 18))])).toEqual([18, 18]);
  const stored = await bench.read({ taskId: running.taskId, allocationIds: [running.allocationId] });
  expect(texts(stored)).toEqual(Array.from({ length: 18 }, (_, i) => `line ${i}`));
  expect(stored[0]).toMatchObject({
    containerId: 'c1',
    agentId: 'm1',
    rankId: 0,
    level: 'LOG_LEVEL_INFO',
    source: 'task',
  });
  expect((await send(18, 18, 19, 'no-such-token')).status).toBe(401);
  expect((await send(18, 18, 19, bench.cluster.admin.token)).status).toBe(403);
  expect((await send(18, 18, 19, trial.token)).status).toBe(403);
});

test('ten thousand lines at once keep their order, strange ones are cleaned, long ones stay whole', async () => {
  const { taskId } = trial;
  const lines = Array.from({ length: 10_000 }, (_, i) => ({ log: `burst ${i}\n`, source: 'burst' }));
  await Promise.all(Array.from({ length: 10 }, (_, i) => bench.post(taskId, lines.slice(i * 1000, (i + 1) * 1000))));
  const stored = texts(await bench.read({ taskId, sources: ['burst'] }));
  expect(new Set(stored).size).toBe(10_000);
  // Posts came beside each other; within one, the order holds.
  for (let i = 0; i < stored.length; i += 1000) {
    const first = Number(stored[i]?.slice(6));
    expect(stored.slice(i, i + 1000)).toEqual(Array.from({ length: 1000 }, (_, k) => `burst ${first + k}`));
  }
  const long = 'x'.repeat(1024 * 1024);
  await bench.post(taskId, [
    { log: 'nul \0 here\n', source: 'odd', agentId: 'a\0' },
    { log: `${long}\n`, source: 'odd' },
  ]);
  const broken = Buffer.from(`{"logs":[{"taskId":"${taskId}","source":"odd","log":"bad ? utf8\\n"}]}`);
  broken[broken.indexOf('?')] = 0xff;
  const reply = await bench.cluster.fetch('/api/v1/task/logs', {
    method: 'POST',
    token: bench.cluster.admin.token,
    body: broken,
  });
  expect(reply.status).toBe(200);
  const odd = await bench.read({ taskId, sources: ['odd'] });
  expect(texts(odd)).toEqual(['nul \0 here', long, 'bad \ufffd utf8']);
});

test('a post that cannot be stored costs neither the other posts of its task nor those of other tasks theirs', async () => {
  const [own, other] = [await bench.startTrial(), await bench.startTrial()];
  const writer = new LogWriter(bench.cluster.master.db);
  const post = (taskId: string, text: string, rankId: number | null = null) =>
    writer.write({
      taskId,
      lines: [
        {
          allocationId: null,
          containerId: null,
          agentId: null,
          rankId,
          time: null,
          level: null,
          source: 'beside',
          stdtype: null,
          text,
        },
      ],
    });
  const results = await Promise.allSettled([
    post(own.taskId, 'before\n'),
    post(own.taskId, 'bad\n', 2 ** 40),
    post(own.taskId, 'after\n'),
    post(other.taskId, 'elsewhere\n'),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(texts(await bench.read({ taskId: own.taskId, sources: ['beside'] }))).toEqual(['before', 'after']);
  expect(texts(await bench.read({ taskId: other.taskId, sources: ['beside'] }))).toEqual(['elsewhere']);
});

test('who may post: own session, a user, nobody without a token, nobody to another task', async () => {
  const other = await bench.startTrial();
  const user = await bench.cluster.newUser();
  const post = (taskId: string, token?: string, path = '/api/v1/task/logs') =>
    bench.cluster.fetch(path, {
      method: 'POST',
      ...(token === undefined ? {} : { token }),
      body: JSON.stringify(
        path === '/task-logs' ? [{ task_id: taskId, rank: '4', log: 'x\n' }] : { logs: [{ taskId, log: 'x\n' }] },
      ),
    });
  for (const path of ['/api/v1/task/logs', '/task-logs']) {
    expect((await post(other.taskId, user.token, path)).status).toBe(200);
    expect((await post(other.taskId, other.token, path)).status).toBe(200);
    expect((await post(other.taskId, trial.token, path)).status).toBe(403);
    expect((await post(other.taskId, 'wrong', path)).status).toBe(401);
    expect((await post(other.taskId, undefined, path)).status).toBe(401);
    expect((await post('no-such-task', user.token, path)).status).toBe(404);
  }
  const tooLarge = JSON.stringify([{ task_id: other.taskId, rank: '9999999999', log: 'x\n' }]);
  expect((await bench.cluster.fetch('/task-logs', { method: 'POST', token: user.token, body: tooLarge })).status).toBe(
    400,
  );
  const [line] = await bench.read({ taskId: other.taskId, rankIds: [4] });
  expect(line).toMatchObject({ timestamp: null, message: '[UNKNOWN TIME]          [rank=4] || x\n' });
});

test('a follower is given lines as they come and is let go five seconds after the end', async () => {
  const running = await bench.startTrial();
  const seen: string[] = [];
  const follow = (async () => {
    const stream = bench.cluster.admin.client.stream(taskLogsRoute, { taskId: running.taskId, follow: true });
    for await (const line of stream) seen.push(line.log);
    return Date.now();
  })();
  await bench.post(running.taskId, [{ log: 'while it runs\n' }]);
  await expect.poll(() => seen).toContain('while it runs\n');
  const ended = Date.now();
  bench.machines.end(running.allocationId, { exitCode: 0 });
  const closed = await follow;
  expect(seen.at(-1)).toMatch(/was terminated/);
  expect(closed - ended).toBeGreaterThan(4_500);
});

test('a follower who signs out or is deactivated is told no more, though the log goes on or is quiet', async () => {
  const running = await bench.startTrial();
  const [leaving, deactivated] = [await bench.cluster.newUser(), await bench.cluster.newUser()];
  const seen: string[] = [];
  const follow = async (user: typeof leaving, more: object) => {
    const stream = user.client.stream(taskLogsRoute, { taskId: running.taskId, follow: true, ...more });
    for await (const line of stream) seen.push(line.log);
  };
  // The one has lines all the time, the other none.
  const ends = Promise.allSettled([follow(leaving, {}), follow(deactivated, { searchText: 'nothing like it' })]);
  let over = false;
  void ends.then(() => {
    over = true;
  });
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  await leaving.client.call(logoutRoute, {});
  await bench.cluster.admin.client.call(patchUserRoute, { userId: deactivated.id, user: { active: false } });
  for (let posted = 0; !over && posted < 1_000; posted++) await bench.post(running.taskId, [{ log: 'going on\n' }]);
  const codes = (await ends).map((end) => (end.status === 'rejected' ? end.reason.code : end.status));
  expect(codes).toEqual(['Unauthenticated', 'PermissionDenied']);
});

test('[API-102] the log of a trial is that of its task', async () => {
  await bench.post(trial.taskId, [{ log: 'of the trial\n', source: 'trial' }]);
  const lines = await collect(
    bench.cluster.admin.client.stream(trialLogsRoute, { trialId: trial.trialId, sources: ['trial'] }),
  );
  expect(lines).toMatchObject([{ trialId: trial.trialId, log: 'of the trial\n' }]);
  expect(lines[0]).not.toHaveProperty('taskId');
  await expect(collect(bench.cluster.admin.client.stream(trialLogsRoute, { trialId: 99_999 }))).rejects.toMatchObject({
    code: 'NotFound',
    message: "trial '99999' not found",
  });
});

test('the logs of a trial with several tasks follow each other, backwards from the last', async () => {
  const running = await bench.startTrial();
  const { db } = bench.cluster.master;
  const task = await db.selectFrom('tasks').selectAll().where('id', '=', running.taskId).executeTakeFirstOrThrow();
  const later = `${running.taskId}-later`;
  await db
    .insertInto('tasks')
    .values({ ...task, id: later })
    .execute();
  await db.insertInto('trial_tasks').values({ task_id: later, trial_id: running.trialId, sequence: 1 }).execute();
  await bench.post(later, [
    { log: 'c\n', source: 's' },
    { log: 'd\n', source: 's' },
  ]);
  await bench.post(running.taskId, [
    { log: 'a\n', source: 's' },
    { log: 'b\n', source: 's' },
  ]);
  const of = async (filter: object) =>
    texts(
      await collect(
        bench.cluster.admin.client.stream(trialLogsRoute, { trialId: running.trialId, sources: ['s'], ...filter }),
      ),
    );
  expect(await of({})).toEqual(['a', 'b', 'c', 'd']);
  expect(await of({ limit: 3 })).toEqual(['a', 'b', 'c']);
  expect(await of({ orderBy: 'ORDER_BY_DESC', limit: 3 })).toEqual(['d', 'c', 'b']);
  expect(await of({ limit: -1 })).toEqual([]);
});

test('[API-103] the fields of a trial are those of its lines', async () => {
  const running = await bench.startTrial();
  await bench.post(running.taskId, [{ log: 'x\n', rankId: 2, agentId: 'm', containerId: 'c', source: 'task' }]);
  const [fields] = await collect(
    bench.cluster.admin.client.stream(trialLogsFieldsRoute, { trialId: running.trialId, follow: false }),
  );
  expect(fields).toEqual({
    agentIds: ['m'],
    containerIds: ['c'],
    rankIds: [2],
    stdtypes: ['stdout'],
    sources: ['master', 'task'],
  });
});

test('a range of lines by number, from the start or the end', async () => {
  const running = await bench.startTrial();
  await bench.post(
    running.taskId,
    Array.from({ length: 30 }, (_, i) => ({ log: `n ${i}\n`, level: 'LOG_LEVEL_ERROR' as const })),
  );
  const read = (from: number, count: number) =>
    bench.cluster.admin.client.call(getLogLinesRoute, { params: { taskId: running.taskId }, query: { from, count } });
  const last = await read(-10, 5);
  expect(last.from).toBe(last.total - 10);
  expect(last.lines.map((line) => line.text)).toEqual(['n 20', 'n 21', 'n 22', 'n 23', 'n 24']);
  expect(last.lines[0]).toMatchObject({ n: last.from, level: 'ERROR', rank: null, source: '' });
  const first = await read(0, 1);
  expect(first.lines).toMatchObject([{ n: 0, source: 'master', level: 'INFO' }]);
  expect(await read(last.total, 10)).toEqual({ total: last.total, from: last.total, lines: [] });
});
