import { ApiError, notFound } from '@determined/contract/errors.ts';
import { everyProjectId } from '@determined/contract/limits.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import { type RunAction, runRule } from '@determined/contract/training/run-rules.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { Context } from '#platform/http/context.ts';
import { runIsGoing } from '../../deletion/shared/begin-run-deletion.ts';
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

const hasSeveral = ({ searcher_type, num_trials }: ExperimentRow): boolean =>
  searcher_type !== 'single' || num_trials > 1;

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

/** Experiments before their runs, in the order of their numbers. Whether somebody may depends on whose it is and where: asked once for each. */
async function lockRuns(ctx: Context, tx: Tx, ids: readonly number[]): Promise<LockedRun[]> {
  const chosen = sql`${[...ids]}::int[]`;
  const of = tx
    .selectFrom('experiments')
    .selectAll()
    .where(sql<boolean>`id = any(array(select experiment_id from trials where id = any(${chosen})))`);
  const experiments = new Map(
    (await lockRows(tx, 'work', of.orderBy('id'), { key: 'id' })).map((row) => [row.id, row]),
  );
  const asked = tx.selectFrom('trials as t').selectAll('t').where(sql<boolean>`t.id = any(${chosen})`);
  const there = asked.where(sql<boolean>`not ${runIsGoing}`).orderBy('t.id');
  const trials = new Map((await lockRows(tx, 'part', there, { key: 'id', part: 'id' })).map((row) => [row.id, row]));
  const known = new Set<string>();
  const runs: LockedRun[] = [];
  for (const id of ids) {
    const trial = trials.get(id);
    const experiment = trial && experiments.get(trial.experiment_id);
    if (!trial || !experiment) throw notFound('run', id);
    const place = `${experiment.owner_id} ${experiment.project_id}`;
    if (!known.has(place)) await asFound(ctx.require('run', id, tx), notFound('run', id));
    known.add(place);
    runs.push({ trial, experiment, multiTrial: hasSeveral(experiment) });
  }
  return runs;
}

async function seenRun(ctx: Context, tx: Tx, id: number, missing: ApiError) {
  await asFound(ctx.require('run', id, tx), missing);
  return asFound(lockTrial(tx, id), missing);
}

/** Who may not see it is told the same as where there is none. */
async function asFound<T>(found: Promise<T>, missing: ApiError): Promise<T> {
  try {
    return await found;
  } catch (error) {
    throw error instanceof ApiError && error.code === 'NotFound' ? missing : error;
  }
}

function missingRun(action: RunAction, id: number, projectId: number): ApiError {
  const where = action === 'kill' ? '' : ` in project with id '${projectId}'`;
  return new ApiError('NotFound', `Run with id '${id}' not found${where}`);
}
