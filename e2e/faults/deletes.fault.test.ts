import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@determined/contract/client.ts';
import {
  getExperimentCheckpointsRoute,
  reportCheckpointRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import {
  createExperimentRoute,
  deleteExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
  patchExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import { afterEach, expect, test } from 'vitest';
import { MasterProcess } from '../support/master-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { seededRandom } from './support/faults.ts';

const rounds = Number(process.env.DET_FAULT_ROUNDS ?? (process.env.DET_FAULTS === 'whole' ? 20 : 3));
const seed = Number(process.env.DET_FAULT_SEED ?? Date.now() % 1_000_000);
/** A deletion takes about so long: the master dies at any moment of it. */
const longestMs = 4_000;
const stuckMs = 120_000;

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

interface Made {
  id: number;
  /** By their steps, the first the oldest. */
  uuids: string[];
}

test('a master killed while it deletes takes nothing that should stay and leaves nothing that should go', async () => {
  const place = temporaryFolder('deleted-checkpoints');
  const master = await MasterProcess.start();
  cleanUp.push(() => master.stop());
  const random = seededRandom(seed);
  const client = await master.client();
  const lost: string[] = [];
  const left: string[] = [];
  let kills = 0;
  for (let round = 1; round <= rounds; round++) {
    const [deleted, reduced, untouched] = [
      await make(client, place),
      await make(client, place),
      await make(client, place),
    ];
    const policy = { saveExperimentBest: 0, saveTrialBest: 0, saveTrialLatest: 1 };
    await client.call(patchExperimentRoute, { experiment: { id: reduced.id, checkpointStorage: policy } });
    await client.call(deleteExperimentRoute, { experimentId: deleted.id });
    await delay(random() * longestMs);
    await master.killHard();
    kills += 1;
    await master.start();

    const isGone = async () =>
      (await codeOf(client.call(getExperimentRoute, { experimentId: deleted.id }))) === 'NotFound';
    await eventually(`experiment ${deleted.id} is gone`, isGone, stuckMs).catch((error) => left.push(error.message));
    const unkept = reduced.uuids.slice(0, -1);
    const isReduced = async () => {
      const states = await statesOf(client, reduced);
      return unkept.every((uuid) => states.get(uuid) === 'STATE_DELETED');
    };
    await eventually(`experiment ${reduced.id} keeps what it should`, isReduced, stuckMs).catch((error) =>
      left.push(error.message),
    );
    left.push(...[...deleted.uuids, ...unkept].filter((uuid) => existsSync(join(place, uuid))));
    for (const { id, uuids } of [untouched, { ...reduced, uuids: reduced.uuids.slice(-1) }]) {
      const states = await statesOf(client, { id, uuids });
      for (const uuid of uuids) {
        if (states.get(uuid) !== 'STATE_COMPLETED' || !existsSync(join(place, uuid, 'weights.bin'))) lost.push(uuid);
      }
    }
  }
  const summary = `deletes, ${kills} kills, seed ${seed}: ${lost.length} lost, ${left.length} left`;
  console.log(summary);
  if (process.env.DET_FAULT_SUMMARY) appendFileSync(process.env.DET_FAULT_SUMMARY, `${summary}\n`);
  expect({ seed, lost, left }).toEqual({ seed, lost: [], left: [] });
}, 3_600_000);

/** An ended experiment with checkpoints and their files. */
async function make(client: Client, place: string): Promise<Made> {
  const config = `name: deletes
entrypoint: python3 x.py
searcher: {name: single, metric: loss}
hyperparameters: {}
checkpoint_storage: {type: shared_fs, host_path: ${place}, save_trial_best: 99, save_trial_latest: 99}
`;
  const { experiment } = await client.call(createExperimentRoute, { config });
  const id = experiment?.id ?? 0;
  const { trials } = await client.call(getExperimentTrialsRoute, { experimentId: id });
  const taskId = trials[0]?.taskIds[0] ?? '';
  const uuids: string[] = [];
  for (let step = 1; step <= 5; step++) {
    const uuid = randomUUID();
    mkdirSync(join(place, uuid));
    writeFileSync(join(place, uuid, 'weights.bin'), 'w'.repeat(step));
    const metadata = { steps_completed: step };
    await client.call(reportCheckpointRoute, {
      checkpoint: { uuid, taskId, state: 'STATE_COMPLETED', resources: { 'weights.bin': step }, metadata },
    });
    uuids.push(uuid);
  }
  await client.call(killExperimentRoute, { id });
  return { id, uuids };
}

async function statesOf(client: Client, { id }: Made): Promise<Map<string, string>> {
  const { checkpoints } = await client.call(getExperimentCheckpointsRoute, { id });
  return new Map(checkpoints.map(({ uuid, state }) => [uuid, state]));
}
