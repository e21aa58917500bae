import { ApiError, bulkErrorText, invalidArgument } from '@determined/contract/errors.ts';
import { everyProjectId } from '@determined/contract/limits.ts';
import type { BulkExperimentFilters, ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/transaction.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { experimentsWith } from '../columns/shared/column-tables.ts';
import { attemptAct, type ExperimentAct } from './shared/attempt-act.ts';
import { experimentCondition } from './shared/experiment-filters.ts';

const positive = (id: number) => (id > 0 ? id : undefined);

export async function actOnExperiment(ctx: Context, id: number, act: ExperimentAct): Promise<void> {
  await inTransaction(ctx.db, (tx) => attemptAct(ctx, tx, id, act, {}));
}

/** Every item in a transaction of its own: one that is refused keeps no other from succeeding. */
export async function actOnExperiments(ctx: Context, request: BulkRequest, act: ExperimentAct) {
  const results: { id: number; error: string; place: number }[] = [];
  for (const id of await chosenExperiments(ctx, request, act.usualStates)) {
    try {
      await inTransaction(ctx.db, (tx) => attemptAct(ctx, tx, id, act, { bulk: true, projectId: request.projectId }));
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
