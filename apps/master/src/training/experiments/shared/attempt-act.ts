import { notFound } from '@determined/contract/errors.ts';
import { everyProjectId } from '@determined/contract/limits.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { type ExperimentAction, experimentRule } from '@determined/contract/training/experiment-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { type ActedExperiment, lockExperiment } from '../../life/shared/experiment-state.ts';
import { liesInArchive } from './lies-in-archive.ts';

/** One thing that can be done to experiments, alone or in bulk: the contract's rule says when. */
export interface ExperimentAct {
  action: ExperimentAction;
  /** States that a bulk call by filter takes when the filter names none. */
  usualStates: readonly ExperimentState[];
  /** Does it to all of these, which are locked, or to none. */
  act(ctx: Context, tx: Tx, experiments: readonly ActedExperiment[]): Promise<void>;
}

interface Options {
  /** The right is asked of each, and the words are those of a bulk reply. */
  bulk?: boolean;
  projectId?: number;
}

/** Does it to one experiment if the rule says that it acts; whether it did. Throws the refusal. */
export async function attemptAct(
  ctx: Context,
  tx: Tx,
  id: number,
  act: ExperimentAct,
  options: Options,
): Promise<boolean> {
  if (options.bulk) await ctx.require('experiment', id, tx);
  const experiment = await lockExperiment(tx, id);
  if (!experiment) throw notFound('experiment', id);
  return (await actOn(ctx, tx, [experiment], act, options)).length > 0;
}

/** The same with several that this transaction has locked; those that it was done to, as they were. Throws where one of them is refused. */
export async function attemptActs(
  ctx: Context,
  tx: Tx,
  experiments: readonly ActedExperiment[],
  act: ExperimentAct,
): Promise<readonly ActedExperiment[]> {
  await requireOfEach(ctx, tx, experiments);
  return actOn(ctx, tx, experiments, act, { bulk: true });
}

/** Whether somebody may depends on whose it is and where: asked once for each of these. */
export async function requireOfEach(ctx: Context, tx: Tx, experiments: readonly ActedExperiment[]): Promise<void> {
  const asked = new Set<string>();
  for (const { id, owner_id, project_id } of experiments) {
    const place = `${owner_id} ${project_id}`;
    if (!asked.has(place)) await ctx.require('experiment', id, tx);
    asked.add(place);
  }
}

async function actOn(
  ctx: Context,
  tx: Tx,
  experiments: readonly ActedExperiment[],
  { action, act }: ExperimentAct,
  options: Options,
): Promise<readonly ActedExperiment[]> {
  const { projectId = everyProjectId } = options;
  const archives = new Map<number, boolean>();
  const acting: ActedExperiment[] = [];
  for (const experiment of experiments) {
    const { id, archived, unmanaged, project_id } = experiment;
    if (projectId !== everyProjectId && projectId !== project_id) throw notFound('experiment', id);
    // An archived project keeps what is in it; archiving what is in it is no harm.
    const parentArchived = action === 'move' && (archives.get(project_id) ?? (await liesInArchive(tx, id)) === true);
    archives.set(project_id, parentArchived);
    const facts = { id, state: `STATE_${experiment.state}`, archived, unmanaged, parentArchived } as const;
    const rule = experimentRule(action, facts, options);
    orRefuse(rule);
    if (rule.verdict !== 'nothing') acting.push(experiment);
  }
  if (acting.length > 0) await act(ctx, tx, acting);
  return acting;
}
