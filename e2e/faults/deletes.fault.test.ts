import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@determined/contract/client.ts';
import {
  deleteProjectRoute,
  getProjectNumericMetricsRangeRoute,
  getProjectRoute,
  postProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import {
  deleteWorkspaceRoute,
  getWorkspaceRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import {
  continueExperimentRoute,
  deleteExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
  patchExperimentRoute,
  pauseExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import { afterEach, expect, test } from 'vitest';
import { MasterProcess } from '../support/master-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { seededRandom } from './support/faults.ts';
import { runSql } from './support/hold-recovery.ts';
import { type StoredExperiment, StoredExperiments } from './support/stored-experiments.ts';

const rounds = Number(process.env.DET_FAULT_ROUNDS ?? (process.env.DET_FAULTS === 'whole' ? 20 : 2));
const seed = Number(process.env.DET_FAULT_SEED ?? Date.now() % 1_000_000);
/** All that is deleted in a round is gone after about so long: the master dies at any moment of it, early ones more often. */
const longestMs = 8_000;
const stuckMs = 120_000;
/** Where an experiment lies that names no project. */
const uncategorized = 1;
const nothing = { saveExperimentBest: 0, saveTrialBest: 0, saveTrialLatest: 0 };

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

test('a master killed while it deletes takes nothing that should stay and leaves nothing that should go', async () => {
  const master = await MasterProcess.start();
  cleanUp.push(() => master.stop());
  const random = seededRandom(seed);
  const client = await master.client();
  const stored = new StoredExperiments(client, temporaryFolder('deleted-checkpoints'));
  const lost: string[] = [];
  const left: string[] = [];
  let kills = 0;
  let unanswered = 0;
  for (let round = 1; round <= rounds; round++) {
    const { asks, stays, goes, isGone, after } = await prepare(client, stored, round);
    const asked = Promise.allSettled(asks.map((ask) => ask()));
    await delay(random() ** 2 * longestMs);
    await master.killHard();
    kills += 1;
    await master.start();
    // What was not answered may not have been begun: as anybody would, it is asked for again.
    const open = (await asked).flatMap(({ status }, index) => (status === 'rejected' ? [asks[index]] : []));
    unanswered += open.length;
    for (const ask of open) await ask?.().catch(isNotFound);

    for (const { what, look } of isGone) {
      await eventually(what, look, stuckMs).catch((error) => left.push(error.message));
    }
    // That something went is noted until the ranges of its project are next made, which is when somebody reads them.
    await client.call(getProjectNumericMetricsRangeRoute, { id: uncategorized });
    left.push(...stored.onDisk(goes.uuids), ...(await rowsOf(master, goes.experiments)));
    for (const { id, uuids } of stays) lost.push(...(await stored.missing(id, uuids)));
    await after();
  }
  const summary = `deletes of experiments, projects and workspaces, ${kills} kills, ${unanswered} calls broken, seed ${seed}: ${lost.length} lost, ${left.length} left`;
  console.log(summary);
  if (process.env.DET_FAULT_SUMMARY) appendFileSync(process.env.DET_FAULT_SUMMARY, `${summary}\n`);
  expect({ seed, lost, left }).toEqual({ seed, lost: [], left: [] });
}, 3_600_000);

/** What is asked for in a round, what has to stay, and what has to be gone when, and by what one knows it. */
async function prepare(client: Client, stored: StoredExperiments, round: number) {
  const { workspace } = await client.call(postWorkspaceRoute, { name: `round ${round}` });
  const workspaceId = workspace?.id ?? 0;
  const place = { workspaceId, name: 'work' };
  const projectId = (await client.call(postProjectRoute, place)).project?.id ?? 0;
  const deleted = [await stored.make(), await stored.make({ projectId }), await stored.make({ projectId })];
  const [alone, ...within] = deleted;
  const [reduced, forked, untouched, continued] = [
    await stored.make(),
    await stored.make(),
    await stored.make(),
    await stored.make(),
  ];
  // What has not ended keeps what it starts from, whatever a policy says.
  const fork = await stored.make({ open: true, from: forked.uuids[2] ?? '' });
  await client.call(continueExperimentRoute, { id: continued.id, overrideConfig: '' });
  await client.call(pauseExperimentRoute, { id: continued.id });

  const patch = (id: number, checkpointStorage: typeof nothing) => () =>
    client.call(patchExperimentRoute, { experiment: { id, checkpointStorage } });
  const wholeWorkspace = round % 2 === 0;
  const asks: (() => Promise<unknown>)[] = [
    () => client.call(deleteExperimentRoute, { experimentId: alone?.id ?? 0 }),
    patch(reduced.id, { ...nothing, saveTrialLatest: 1 }),
    patch(forked.id, nothing),
    patch(continued.id, nothing),
    wholeWorkspace
      ? () => client.call(deleteWorkspaceRoute, { id: workspaceId })
      : () => client.call(deleteProjectRoute, { id: projectId }),
  ];
  const kept = [
    { ...reduced, uuids: reduced.uuids.slice(-1) },
    { ...forked, uuids: forked.uuids.slice(2, 3) },
    { ...continued, uuids: continued.uuids.slice(-1) },
  ];
  const unkept = [reduced, forked, continued].map(({ id, uuids }, index) => ({
    id,
    uuids: uuids.filter((uuid) => !kept[index]?.uuids.includes(uuid)),
  }));
  const gone = (what: string, ask: () => Promise<unknown>) => ({
    what: `${what} of round ${round} is gone`,
    look: async () => (await codeOf(ask())) === 'NotFound',
  });
  return {
    asks,
    stays: [untouched, fork, ...kept],
    goes: { experiments: deleted, uuids: [...deleted, ...unkept].flatMap(({ uuids }) => uuids) },
    isGone: [
      ...[alone, ...within].map((one) =>
        gone(`experiment ${one?.id}`, () => client.call(getExperimentRoute, { experimentId: one?.id ?? 0 })),
      ),
      gone('the project', () => client.call(getProjectRoute, { id: projectId })),
      ...(wholeWorkspace ? [gone('the workspace', () => client.call(getWorkspaceRoute, { id: workspaceId }))] : []),
      ...unkept.map(({ id, uuids }) => ({
        what: `experiment ${id} keeps what it should alone`,
        look: () => stored.areDeleted(id, uuids),
      })),
    ],
    after: () => client.call(killExperimentRoute, { id: continued.id }),
  };
}

/** Rows of any table that name one of these experiments or its trials; what the cluster was used for stays known. */
async function rowsOf(master: MasterProcess, experiments: readonly StoredExperiment[]): Promise<string[]> {
  const tables = await runSql(
    master,
    `select table_name, column_name from information_schema.columns
     where table_schema = current_schema() and column_name in ('experiment_id', 'trial_id')`,
  );
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of tables) {
    const ids = experiments.map(({ id, trialId }) => (column === 'trial_id' ? trialId : id));
    const [row] = await runSql(master, `select count(*)::int as rows from ${table} where ${column} = any('{${ids}}')`);
    if (Number(row?.rows) > 0) found.push(`${row?.rows} rows of ${table}`);
  }
  return found;
}

function isNotFound(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'NotFound') throw error;
}
