import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { createClient } from '@determined/contract/client.ts';
import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getTrialProfilerMetricsRoute } from '@determined/contract/training/profiler-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { loadMasterConfig } from '@determined/master/platform/config/load-master-config.ts';
import { createLog, openLogSink, type RecentLog } from '@determined/master/platform/log.ts';
import { type RunningMaster, startMaster } from '@determined/master/start-master.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientPython, DetClient } from '../support/det-client.ts';
import { restoreVersion, type StoredVersion } from './stored-version.ts';

let stored: StoredVersion;
let running: RunningMaster;
let token: string;

const start = (launcher: 'local' | 'none') => {
  const { dataDir, target } = stored;
  const config = loadMasterConfig({
    env: {
      HOME: process.env.HOME,
      DET_DATA_DIR: dataDir,
      DET_PORT: '0',
      DET_SLOTS: '2',
      DET_PYTHON: clientPython(),
      DET_SECURITY_INITIAL_USER_PASSWORD: devPassword,
      DET_RESOURCE_POOLS: '[{pool_name: default}, {pool_name: night}]',
    },
  });
  const log = (recent: RecentLog) => createLog({ level: 'warn', recent, sink: openLogSink(dataDir) });
  return startMaster(config, { database: target, log, managers: launcher === 'none' ? [] : undefined });
};

beforeAll(async () => {
  stored = await restoreVersion('0060', { python: clientPython() });
  running = await start('none');
  token = (
    await createClient({ baseUrl: running.address }).call(loginRoute, { username: 'admin', password: devPassword })
  ).token;
});
afterAll(async () => {
  await running?.stop();
  await stored?.drop();
});

/** What goes on by itself meanwhile: the unmanaged trial is silent by now. */
const changing = new Set(['state', 'endTime', 'duration', 'wallClockTime', 'lastAuthAt', 'lastActivity', 'modifiedAt']);

/** A call's answer in one form: places as the stored answers have them, keys by name, a long one as its digest. */
async function answerOf(path: string): Promise<unknown> {
  const reply = await fetch(`${running.address}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const text = (await reply.text())
    .replaceAll(stored.checkpoints, '{{checkpoints}}')
    .replaceAll(hostname(), '{{machine}}');
  expect.soft(reply.status, path).toBe(200);
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => inOrder(JSON.parse(line)));
  const whole = JSON.stringify(lines);
  return whole.length < 3_000 ? lines : createHash('sha256').update(whole).digest('hex');
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isEmptyDay(each)).map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key]) => !changing.has(key));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, inOrder(each)]));
}

/** Statistics have today among their days, with nothing yet. */
function isEmptyDay(value: unknown): boolean {
  return (
    value !== null && typeof value === 'object' && 'periodStart' in value && 'seconds' in value && value.seconds === 0
  );
}

test('what an earlier version stored is answered as that version did', async () => {
  for (const [path, answer] of Object.entries(stored.answers)) {
    expect.soft(await answerOf(path), path).toEqual(inOrder(answer));
  }
});

test('what machines had reported is in the series that it goes into now', async () => {
  const api = createClient({ baseUrl: running.address, token });
  const of = async (name: string) => {
    const found: unknown[] = [];
    for await (const { batch } of api.stream(getTrialProfilerMetricsRoute, { labels: { trialId: 6, name } })) {
      found.push([batch?.labels?.agentId, batch?.labels?.gpuUuid, batch?.timestamps, batch?.values]);
    }
    return found;
  };
  expect(await of('cpu_util_simple')).toEqual([['node-1', '', ['2026-11-22T16:05:08Z'], [12.5]]]);
  expect(await of('gpu_util')).toEqual([['node-1', 'GPU-1', ['2026-11-22T16:05:09Z'], [0.25]]]);
});

test('what ran while the server was replaced is found again, what waited runs, and what is new trains', async () => {
  await running.stop();
  running = await start('local');
  const client = new DetClient(running.address);
  const api = createClient({ baseUrl: running.address, token });
  const experiment = async (id: number) => (await api.call(getExperimentRoute, { experimentId: id })).experiment;
  const becomes = (id: number, state: ExperimentState) =>
    eventually(`experiment ${id} is ${state}`, async () => (await experiment(id))?.state === state, 200_000);
  // Its program had ended, with lines that no server had taken yet.
  await becomes(7, 'STATE_COMPLETED');
  const logs = await client.det('e', 'logs', '7');
  expect(logs).toContain('begun');
  expect(logs).toContain('done');
  expect(logs).toContain('resources exited successfully with a zero exit code');
  // A search waited for two slots, one of which was switched off.
  expect((await experiment(8))?.state).toBe('STATE_QUEUED');
  await client.det('slot', 'enable', hostname(), '1');
  await becomes(8, 'STATE_RUNNING');
  await client.det('e', 'kill', '8');
  await becomes(8, 'STATE_CANCELED');
  // One that had never been started.
  await client.det('e', 'activate', '6');
  await becomes(6, 'STATE_COMPLETED');
  const { trials } = await api.call(getExperimentTrialsRoute, { experimentId: 6 });
  expect(trials.map(({ totalBatchesProcessed, restarts }) => ({ totalBatchesProcessed, restarts }))).toEqual([
    { totalBatchesProcessed: 10, restarts: 0 },
  ]);
});
