import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { runWoken } from '#platform/run-woken.ts';
import { notNeeded } from '../checkpoints/shared/kept-checkpoints.ts';
import { type ExperimentRow, isEndedExperimentState, lockExperiment } from '../life/shared/experiment-state.ts';
import { type GcCandidate, type GcPolicy, unkeptCheckpoints } from './gc-rule.ts';
import { readWishes, takeWish } from './gc-store.ts';
import { gcAdvanced } from './shared/gc-events.ts';
import { everyFile, requestGc } from './shared/request-gc.ts';

const lookAgainMs = 10_000;

/**
 * Turns wishes into tasks. Any master may: a wish is taken and its tasks requested in one transaction, so that each is
 * carried out once, whoever dies in between.
 */
export async function applyPolicies(master: Master): Promise<void> {
  for (const id of await readWishes(master.db)) {
    await inTransaction(master.db, async (tx) => {
      const experiment = await lockExperiment(tx, id);
      if (!experiment || !(await takeWish(tx, id))) return;
      const { config } = experiment;
      const unkept = await unkeptOf(master, tx, experiment, config.checkpoint_storage as GcPolicy);
      const uuids = unkept.map(({ uuid }) => uuid);
      await requestGc(master, tx, id, { purpose: 'policy', uuids, globs: everyFile });
    });
  }
}

/** What a policy does not keep of an experiment, and nothing else needs. */
export async function unkeptOf(
  master: Master,
  db: Db | Tx,
  experiment: Pick<ExperimentRow, 'id' | 'state' | 'smaller_is_better'>,
  policy: GcPolicy,
): Promise<GcCandidate[]> {
  const candidates = await existing(db, experiment.id);
  const unkept = unkeptCheckpoints(candidates, policy, { smallerIsBetter: experiment.smaller_is_better });
  const free = new Set(
    await notNeeded(
      master,
      db,
      unkept.map(({ uuid }) => uuid),
    ),
  );
  const starts = await warmStarts(db, experiment.id);
  // A trial that has not ended may be started again, from its newest.
  const newest = isEndedExperimentState(experiment.state) ? new Set<string>() : newestOfTrials(candidates);
  return unkept.filter(({ uuid }) => free.has(uuid) && !starts.has(uuid) && !newest.has(uuid));
}

async function existing(db: Db | Tx, experimentId: number): Promise<GcCandidate[]> {
  const rows = await db
    .selectFrom('checkpoints')
    .select(['uuid', 'id', 'trial_id', 'steps', 'searcher_metric'])
    .where('experiment_id', '=', experimentId)
    .where('state', 'in', ['COMPLETED', 'PARTIALLY_DELETED'])
    .orderBy('trial_id')
    .orderBy('id')
    .execute();
  return rows.map(({ trial_id, searcher_metric, ...row }) => ({
    ...row,
    trialId: trial_id ?? 0,
    value: searcher_metric,
  }));
}

/** Checkpoints of an experiment that trials, of any experiment, have started from. */
async function warmStarts(db: Db | Tx, experimentId: number): Promise<Set<string>> {
  const { rows } = await sql<{ uuid: string }>`
    select c.uuid from checkpoints c where c.experiment_id = ${experimentId}
      and exists (select 1 from trials t where t.warm_start_checkpoint_uuid = c.uuid::text)`.execute(db);
  return new Set(rows.map(({ uuid }) => uuid));
}

function newestOfTrials(candidates: readonly GcCandidate[]): Set<string> {
  // In the order of their reports: the last of each trial stays in the map.
  return new Set(new Map(candidates.map(({ trialId, uuid }) => [trialId, uuid])).values());
}

/** Looks when something is wished for, and again and again: who wished may be another master, or have died. */
export function watchWishes(master: Master): void {
  const wake = runWoken(master, lookAgainMs, 'applying checkpoint policies', () => applyPolicies(master));
  master.bus.subscribe(gcAdvanced, wake);
}
