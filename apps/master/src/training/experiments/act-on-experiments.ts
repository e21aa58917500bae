import { ApiError, bulkErrorText, invalidArgument, notFound } from '@determined/contract/errors.ts';
import { everyProjectId } from '@determined/contract/limits.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import type { BulkExperimentFilters, ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { type ExperimentAction, experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { experimentsWith } from '../columns/shared/column-tables.ts';
import { type ExperimentRow, lockExperiment } from '../life/shared/experiment-state.ts';
import { experimentCondition } from './shared/experiment-filters.ts';
import { liesInArchive } from './shared/lies-in-archive.ts';

/** One thing that can be done to experiments, alone or in bulk: the contract's rule says when. */
export interface ExperimentAct {
  action: ExperimentAction;
  /** States that a bulk call by filter takes when the filter names none. */
  usualStates: readonly ExperimentState[];
  act(ctx: Context, tx: Tx, experiment: ExperimentRow): Promise<void>;
}

const positive = (id: number) => (id > 0 ? id : undefined);

export const endedStates: readonly ExperimentState[] = ['STATE_COMPLETED', 'STATE_CANCELED', 'STATE_ERROR'];
export const liveStates: readonly ExperimentState[] = [
  'STATE_ACTIVE',
  'STATE_PAUSED',
  'STATE_STOPPING_CANCELED',
  'STATE_STOPPING_KILLED',
  'STATE_STOPPING_COMPLETED',
  'STATE_STOPPING_ERROR',
];

export async function actOnExperiment(ctx: Context, id: number, act: ExperimentAct): Promise<void> {
  await inTransaction(ctx.db, (tx) => attempt(ctx, tx, id, act, {}));
}

/** Every item in a transaction of its own: one that is refused keeps no other from succeeding. */
export async function actOnExperiments(ctx: Context, request: BulkRequest, act: ExperimentAct) {
  const results: { id: number; error: string; place: number }[] = [];
  for (const id of await chosenExperiments(ctx, request, act.usualStates)) {
    try {
      await inTransaction(ctx.db, (tx) => attempt(ctx, tx, id, act, { bulk: true, projectId: request.projectId }));
      results.push({ id, error: '', place: 2 });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      results.push({ id, error: bulkErrorText(error), place: error.code === 'NotFound' ? 0 : 1 });
    }
  }
  // As clients are used to: what is not there, what was refused, what was done.
  results.sort((left, right) => left.place - right.place || left.id - right.id);
  return { results: results.map(({ id, error }) => ({ id, error })) };
}

async function attempt(
  ctx: Context,
  tx: Tx,
  id: number,
  { action, act }: ExperimentAct,
  options: { bulk?: boolean; projectId?: number },
): Promise<void> {
  if (options.bulk) await ctx.require('experiment', id, tx);
  const experiment = await lockExperiment(tx, id);
  const { projectId = everyProjectId } = options;
  if (!experiment || (projectId !== everyProjectId && projectId !== experiment.project_id))
    throw notFound('experiment', id);
  const { archived, unmanaged } = experiment;
  // An archived project keeps what is in it; archiving what is in it is no harm.
  const parentArchived = action === 'move' && (await liesInArchive(tx, id)) === true;
  const facts = { id, state: `STATE_${experiment.state}`, archived, unmanaged, parentArchived } as const;
  const rule = experimentRule(action, facts, options);
  if (rule.verdict === 'nothing') return;
  orRefuse(rule);
  await act(ctx, tx, experiment);
}

interface BulkRequest {
  experimentIds: number[];
  filters: BulkExperimentFilters | null;
  projectId: number;
}

/** The experiments a bulk call is about: its ids, or what its filter finds in the project, never both. */
async function chosenExperiments(
  ctx: Context,
  { experimentIds, filters, projectId }: BulkRequest,
  usualStates: readonly ExperimentState[],
): Promise<number[]> {
  if (filters === null) return [...new Set(experimentIds)];
  if (experimentIds.length > 0) throw invalidArgument('give experimentIds or filters, not both');
  const { name, description, labels, archived, states, userIds, excludedExperimentIds } = filters;
  const lists = [labels, states, userIds, excludedExperimentIds];
  if (!name && !description && archived === null && !filters.projectId && lists.every((list) => list.length === 0)) {
    throw invalidArgument('filters: at least one filter must be given');
  }
  const asked = experimentCondition({
    name,
    description,
    labels,
    archived,
    states: states.length > 0 ? states : usualStates,
    userIds,
    projectId: positive(filters.projectId) ?? positive(projectId),
    excludedIds: excludedExperimentIds,
  });
  const wanted = sql<{ id: number }>`
    select e.id from ${experimentsWith(asked)}
    where ${projectId === everyProjectId ? sql`true` : sql`e.project_id = ${projectId}`} and ${asked.sql}
      and ${visible('experiment', ctx, { project: 'e.project_id' })} order by e.id`;
  const found = await boundedSearch(ctx, (tx) => wanted.execute(tx));
  return found.rows.map(({ id }) => id);
}
