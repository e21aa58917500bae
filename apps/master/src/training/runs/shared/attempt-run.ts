import { ApiError } from '@determined/contract/errors.ts';
import { everyProjectId } from '@determined/contract/limits.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import { type RunAction, runRule } from '@determined/contract/training/run-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { liesInArchive } from '../../experiments/shared/lies-in-archive.ts';
import { lockTrial } from '../../life/shared/find-trial.ts';
import { asFound, hasSeveral, type LockedRun, lockRuns } from './lock-runs.ts';

/** One thing that can be done to runs: the contract's rule says when. */
export interface RunAct {
  action: RunAction;
  /** Done to the run's whole search: all its runs are told of. */
  wholeSearch?: true;
  /** Does it to all of these. */
  act(ctx: Context, tx: Tx, runs: readonly LockedRun[]): Promise<void>;
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
  const run = { trial, experiment, multiTrial: hasSeveral(experiment) };
  const parentArchived = (await liesInArchive(tx, experiment.id)) === true;
  if (!isActedOn(action, run, parentArchived, options)) return { ids: [id], acted: false };
  await act(ctx, tx, [run]);
  if (!wholeSearch) return { ids: [id], acted: true };
  const runs = tx.selectFrom('trials').select('id').where('experiment_id', '=', experiment.id).orderBy('id');
  return { ids: (await runs.execute()).map((one) => one.id), acted: true };
}

/** The same with several at once: those that it was done to, as they were. Throws where one of them is refused. */
export async function attemptRuns(
  ctx: Context,
  tx: Tx,
  ids: readonly number[],
  { action, act }: RunAct,
): Promise<readonly LockedRun[]> {
  const archives = new Map<number, boolean>();
  const acting: LockedRun[] = [];
  for (const run of await lockRuns(ctx, tx, ids)) {
    const { id, project_id } = run.experiment;
    // An archived project keeps what is in it; the rest is no harm.
    const inArchive = action === 'move' && (archives.get(project_id) ?? (await liesInArchive(tx, id)) === true);
    archives.set(project_id, inArchive);
    if (isActedOn(action, run, inArchive)) acting.push(run);
  }
  if (acting.length > 0) await act(ctx, tx, acting);
  return acting;
}

/** Throws what the rule refuses; false where it is so already. */
function isActedOn(
  action: RunAction,
  { trial, experiment, multiTrial }: LockedRun,
  parentArchived: boolean,
  options: { skipMultiTrial?: boolean } = {},
): boolean {
  const { id, archived, unmanaged } = experiment;
  const rule = runRule(
    action,
    {
      id: trial.id,
      state: `STATE_${trial.state}`,
      archived: trial.archived,
      multiTrial,
      experiment: { id, state: `STATE_${experiment.state}`, archived, unmanaged, parentArchived },
    },
    options,
  );
  orRefuse(rule);
  return rule.verdict !== 'nothing';
}

async function seenRun(ctx: Context, tx: Tx, id: number, missing: ApiError) {
  await asFound(ctx.require('run', id, tx), missing);
  return asFound(lockTrial(tx, id), missing);
}

function missingRun(action: RunAction, id: number, projectId: number): ApiError {
  const where = action === 'kill' ? '' : ` in project with id '${projectId}'`;
  return new ApiError('NotFound', `Run with id '${id}' not found${where}`);
}
