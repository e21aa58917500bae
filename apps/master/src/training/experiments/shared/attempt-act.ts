import { notFound } from '@determined/contract/errors.ts';
import { everyProjectId } from '@determined/contract/limits.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { type ExperimentAction, experimentRule } from '@determined/contract/training/experiment-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { type ExperimentRow, lockExperiment } from '../../life/shared/experiment-state.ts';
import { liesInArchive } from './lies-in-archive.ts';

/** One thing that can be done to experiments, alone or in bulk: the contract's rule says when. */
export interface ExperimentAct {
  action: ExperimentAction;
  /** States that a bulk call by filter takes when the filter names none. */
  usualStates: readonly ExperimentState[];
  act(ctx: Context, tx: Tx, experiment: ExperimentRow): Promise<void>;
}

/**
 * Does it to one experiment if the rule says that it acts; whether it did. Throws the refusal. `bulk`: the right is asked of
 * each, and the words are those of a bulk reply. `locked`: its row, where this transaction has locked it already.
 */
export async function attemptAct(
  ctx: Context,
  tx: Tx,
  id: number,
  { action, act }: ExperimentAct,
  { locked, ...options }: { bulk?: boolean; projectId?: number; locked?: ExperimentRow | undefined },
): Promise<boolean> {
  if (options.bulk) await ctx.require('experiment', id, tx);
  const experiment = locked ?? (await lockExperiment(tx, id));
  const { projectId = everyProjectId } = options;
  if (!experiment || (projectId !== everyProjectId && projectId !== experiment.project_id))
    throw notFound('experiment', id);
  const { archived, unmanaged } = experiment;
  // An archived project keeps what is in it; archiving what is in it is no harm.
  const parentArchived = action === 'move' && (await liesInArchive(tx, id)) === true;
  const facts = { id, state: `STATE_${experiment.state}`, archived, unmanaged, parentArchived } as const;
  const rule = experimentRule(action, facts, options);
  if (rule.verdict === 'nothing') return false;
  orRefuse(rule);
  await act(ctx, tx, experiment);
  return true;
}
