import { ApiError } from '@determined/contract/errors.ts';
import { everyProjectId } from '@determined/contract/limits.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import { type RunAction, runRule } from '@determined/contract/training/run-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { liesInArchive } from '../../experiments/shared/lies-in-archive.ts';
import type { ExperimentRow } from '../../life/shared/experiment-state.ts';
import { lockTrial } from '../../life/shared/find-trial.ts';
import type { TrialRow } from '../../life/shared/trial-state.ts';

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

export interface RunChoice {
  /** The only project where there are such runs; by default every one. */
  projectId?: number;
  skipMultiTrial?: boolean;
}

/** What it was done to: the run, or all of its search; `acted` is false where it was so already. Throws what the rule refuses. */
export async function attemptRun(
  ctx: Context,
  tx: Tx,
  id: number,
  { action, act, wholeSearch }: RunAct,
  { projectId = everyProjectId, ...options }: RunChoice = {},
): Promise<{ ids: number[]; acted: boolean }> {
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
  if (rule.verdict === 'nothing') return { ids: [id], acted: false };
  await act(ctx, tx, { trial, experiment, multiTrial });
  if (!wholeSearch) return { ids: [id], acted: true };
  const runs = tx.selectFrom('trials').select('id').where('experiment_id', '=', experimentId).orderBy('id');
  return { ids: (await runs.execute()).map((run) => run.id), acted: true };
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
