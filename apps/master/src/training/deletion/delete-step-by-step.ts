import { textOfError } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction, wouldFailAgain } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { forgetEnvironment } from '../../tasks/environments/shared/environment-store.ts';
import { deleteTaskLogs } from '../../tasks/logs/shared/delete-task-logs.ts';
import { dropEnvironments } from '../../tasks/tasks/shared/task-store.ts';
import { forgetEndedGc, gcProgress } from '../checkpoint-gc/shared/gc-progress.ts';
import { everyFile, requestGc } from '../checkpoint-gc/shared/request-gc.ts';
import { refuseExperimentsNeeded } from '../checkpoints/shared/kept-checkpoints.ts';
import { type ExperimentRow, lockExperiment, setExperimentState } from '../life/shared/experiment-state.ts';
import { deleteExperimentRow } from '../life/shared/experiment-store.ts';
import { deleteTrials } from '../life/shared/trial-store.ts';
import { deletionsUnderWay, findDeletion, isHeld, noteFailure, notePlanned } from './deletion-store.ts';
import { deletionFailed } from './shared/deletion-events.ts';

/** Trials deleted in one transaction: their metrics may be many. */
const trialsAtOnce = 50;

/** Goes on with every deletion, from what its rows say: whoever began it may have died. Any master may, each step alone. */
export async function advanceDeletions(master: Master): Promise<void> {
  for (const id of await deletionsUnderWay(master.db, master.clock.now())) {
    try {
      while (!master.stopping.aborted && (await step(master, id)) === 'more');
    } catch (error) {
      if (!wouldFailAgain(error)) throw error;
      master.log.error({ err: error, experimentId: id }, 'an experiment could not be deleted');
      await inTransaction(master.db, (tx) => fail(master, tx, id, textOfError(error)));
    }
  }
}

/** `wait`: there is nothing to do now. */
type Next = 'more' | 'wait';

/** One step in one transaction: files first, then trials some at a time, the experiment last. */
async function step(master: Master, id: number): Promise<Next> {
  return inTransaction(master.db, async (tx) => {
    const experiment = await lockExperiment(tx, id);
    const deletion = await findDeletion(tx, id);
    if (experiment?.state !== 'DELETING' || !deletion || deletion.error !== null) return 'wait';
    if (isHeld(deletion, master.clock.now())) return 'wait';
    if (!deletion.planned) {
      await planFiles(master, tx, experiment, deletion.requested_by ?? undefined);
      return 'more';
    }
    const files = await gcProgress(tx, id);
    if (files.open > 0) return 'wait';
    if (files.error !== null) {
      await fail(master, tx, id, `its files could not be deleted: ${files.error}`);
      return 'wait';
    }
    if (await deleteSomeTrials(tx, id)) return 'more';
    await deleteTaskLogs(tx, [...(await tasksOf(tx, sql`k.job_id = ${experiment.job_id}`)), ...files.taskIds]);
    await deleteExperimentRow(tx, experiment);
    await forgetPackages(tx, experiment);
    return 'wait';
  });
}

/** Who began to need a checkpoint meanwhile is asked once more. */
async function planFiles(master: Master, tx: Tx, { id, job_id }: ExperimentRow, userId?: number): Promise<void> {
  await refuseExperimentsNeeded(master, tx, [id]);
  await forgetEndedGc(tx, id);
  const stored = await tx
    .selectFrom('checkpoints')
    .select('uuid')
    .where('experiment_id', '=', id)
    .where('state', '<>', 'DELETED')
    .execute();
  const uuids = stored.map(({ uuid }) => uuid);
  // Where nothing ever ran and nothing was saved there is nothing to look for, and no machine is needed.
  const tensorboards = uuids.length > 0 || (await hasRun(tx, job_id));
  await requestGc(master, tx, id, { purpose: 'experiment', uuids, globs: everyFile, tensorboards, userId });
  await notePlanned(tx, id);
}

async function hasRun(tx: Tx, jobId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from allocations a join tasks k on k.id = a.task_id
    where k.job_id = ${jobId} and a.start_time is not null limit 1`.execute(tx);
  return rows.length > 0;
}

/** False when there are none left. */
async function deleteSomeTrials(tx: Tx, experimentId: number): Promise<boolean> {
  const trials = await tx
    .selectFrom('trials')
    .select('id')
    .where('experiment_id', '=', experimentId)
    .orderBy('id')
    .limit(trialsAtOnce)
    .execute();
  if (trials.length === 0) return false;
  const ids = trials.map(({ id }) => id);
  const ofTrials = sql`k.id in (select task_id from trial_tasks where trial_id = any(${ids}::int[]))`;
  await deleteTaskLogs(tx, await tasksOf(tx, ofTrials));
  await deleteTrials(tx, ids);
  return true;
}

async function tasksOf(tx: Tx, which: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select k.id from tasks k where ${which} order by k.id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function forgetPackages(tx: Tx, { environment_id: id, job_id }: ExperimentRow): Promise<void> {
  const had = new Set(await dropEnvironments(tx, [job_id]));
  if (id !== null) had.add(id);
  for (const each of had) await forgetEnvironment(tx, each);
}

async function fail(master: Master, tx: Tx, id: number, error: string): Promise<void> {
  const experiment = await lockExperiment(tx, id);
  if (experiment?.state !== 'DELETING') return;
  await noteFailure(tx, id, error);
  await deletionFailed.run(tx, { kind: 'experiment', id, error });
  await setExperimentState(tx, experiment, 'DELETE_FAILED', { reason: error, at: master.clock.now() });
}
