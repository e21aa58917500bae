import { ApiError, notFound } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { Context } from '#platform/http/context.ts';
import { type ActedExperiment, lockExperiments } from '../../life/shared/experiment-state.ts';
import { runIsGoing } from '../../life/shared/shown-state.ts';
import type { TrialRow } from '../../life/shared/trial-state.ts';

export interface LockedRun {
  trial: TrialRow;
  experiment: ActedExperiment;
  /** Its search has, or may have, several runs. */
  multiTrial: boolean;
}

export const hasSeveral = ({
  searcher_type,
  num_trials,
}: Pick<ActedExperiment, 'searcher_type' | 'num_trials'>): boolean => searcher_type !== 'single' || num_trials > 1;

/**
 * Experiments before their runs, in the order of their numbers. Whether somebody may depends on whose it is and where: asked once
 * for each. What is being deleted is not there, unless it is asked for.
 */
export async function lockRuns(
  ctx: Context,
  tx: Tx,
  ids: readonly number[],
  { deleted = false }: { deleted?: boolean } = {},
): Promise<LockedRun[]> {
  const chosen = sql`${[...ids]}::int[]`;
  const experiments = await lockExperiments(tx, sql`array(select experiment_id from trials where id = any(${chosen}))`);
  const asked = tx.selectFrom('trials as t').selectAll('t').where(sql<boolean>`t.id = any(${chosen})`);
  const there = (deleted ? asked : asked.where(sql<boolean>`not ${runIsGoing}`)).orderBy('t.id');
  const trials = new Map((await lockRows(tx, 'part', there, { key: 'id', part: 'id' })).map((row) => [row.id, row]));
  const known = new Set<string>();
  const runs: LockedRun[] = [];
  for (const id of ids) {
    const trial = trials.get(id);
    const experiment = trial && experiments.get(trial.experiment_id);
    if (!trial || !experiment || (experiment.state === 'DELETING' && !deleted)) throw notFound('run', id);
    const place = `${experiment.owner_id} ${experiment.project_id}`;
    if (!known.has(place)) await asFound(ctx.require('run', id, tx), notFound('run', id));
    known.add(place);
    runs.push({ trial, experiment, multiTrial: hasSeveral(experiment) });
  }
  return runs;
}

/** Who may not see it is told the same as where there is none. */
export async function asFound<T>(found: Promise<T>, missing: ApiError): Promise<T> {
  try {
    return await found;
  } catch (error) {
    throw error instanceof ApiError && error.code === 'NotFound' ? missing : error;
  }
}
