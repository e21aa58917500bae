import { ApiError } from '@determined/contract/errors.ts';
import { everyProjectId } from '@determined/contract/limits.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import { type RunAction, runRule } from '@determined/contract/training/run-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { liesInArchive } from '../experiments/shared/lies-in-archive.ts';
import type { ExperimentRow } from '../life/shared/experiment-state.ts';
import { lockTrial } from '../life/shared/find-trial.ts';
import type { TrialRow } from '../life/shared/trial-state.ts';
import { chosenRuns } from './shared/chosen-runs.ts';

export interface LockedRun {
  trial: TrialRow;
  experiment: ExperimentRow;
  /** Its search has, or may have, several runs. */
  multiTrial: boolean;
}

/** One thing that can be done to runs: the contract's rule says when. */
export interface RunAct {
  action: RunAction;
  /** Done to the run's whole search: all its runs are told of. */
  wholeSearch?: true;
  act(ctx: Context, tx: Tx, run: LockedRun): Promise<void>;
}

export interface RunBulk {
  runIds: number[];
  filter?: string;
  projectId: number;
}

/** Every run in a transaction of its own: one that is refused keeps no other from succeeding. Facts: platform semantics 6.10. */
export async function actOnRuns(
  ctx: Context,
  request: RunBulk,
  act: RunAct,
  options: { skipMultiTrial?: boolean } = {},
) {
  const { projectId } = request;
  const inProject = { ...request, projectId: projectId === everyProjectId ? 0 : projectId };
  const [refused, done] = [new Map<number, string>(), new Set<number>()];
  for (const id of await chosenRuns(ctx, inProject)) {
    // With its search it may have gone already.
    if (done.has(id)) continue;
    try {
      for (const one of await inTransaction(ctx.db, (tx) => attempt(ctx, tx, id, act, { ...options, projectId })))
        done.add(one);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.set(id, error.message);
    }
  }
  const results = [...refused, ...[...done].map((id) => [id, ''] as const)];
  return { results: results.map(([id, error]) => ({ id, error })) };
}

async function attempt(
  ctx: Context,
  tx: Tx,
  id: number,
  { action, act, wholeSearch }: RunAct,
  { projectId, ...options }: { projectId: number; skipMultiTrial?: boolean },
): Promise<number[]> {
  const { trial, experiment } = await seenRun(ctx, tx, id, missingRun(action, id, projectId));
  if (projectId !== everyProjectId && experiment.project_id !== projectId) throw missingRun(action, id, projectId);
  const multiTrial = experiment.searcher_type !== 'single' || experiment.num_trials > 1;
  const { id: experimentId, archived, unmanaged } = experiment;
  const parentArchived = (await liesInArchive(tx, experimentId)) === true;
  const rule = runRule(
    action,
    {
      id,
      state: `STATE_${trial.state}`,
      archived: trial.archived,
      multiTrial,
      experiment: { id: experimentId, state: `STATE_${experiment.state}`, archived, unmanaged, parentArchived },
    },
    options,
  );
  orRefuse(rule);
  if (rule.verdict === 'nothing') return [id];
  await act(ctx, tx, { trial, experiment, multiTrial });
  if (!wholeSearch) return [id];
  const runs = tx.selectFrom('trials').select('id').where('experiment_id', '=', experimentId).orderBy('id');
  return (await runs.execute()).map((run) => run.id);
}

/** Who may not see it is told the same as where there is none. */
async function seenRun(ctx: Context, tx: Tx, id: number, missing: ApiError) {
  try {
    await ctx.require('run', id, tx);
    return await lockTrial(tx, id);
  } catch (error) {
    throw error instanceof ApiError && error.code === 'NotFound' ? missing : error;
  }
}

function missingRun(action: RunAction, id: number, projectId: number): ApiError {
  const where = action === 'kill' ? '' : ` in project with id '${projectId}'`;
  return new ApiError('NotFound', `Run with id '${id}' not found${where}`);
}
