import { failedPrecondition } from '@determined/contract/errors.ts';
import { experimentHasEnded } from '@determined/contract/training/experiment-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';

/**
 * Nobody deletes experiments with what holds them that he may not delete alone (decision 35), nor what has not ended. What
 * runs outside of the cluster nobody here can stop: it does not hinder.
 */
export async function checkDeletable(
  ctx: Context,
  tx: Tx,
  place: { kind: 'project' | 'workspace'; id: number },
): Promise<void> {
  const experiments = await tx
    .selectFrom('experiments as e')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .select(['e.id', 'e.state', 'e.unmanaged', 'e.owner_id', 'p.workspace_id'])
    .where(place.kind === 'project' ? 'p.id' : 'p.workspace_id', '=', place.id)
    .orderBy('e.id')
    .execute();
  // The right follows from owner and workspace: one of each is asked about, however many there are.
  const representatives = Map.groupBy(experiments, (row) => `${row.owner_id} ${row.workspace_id}`);
  for (const [first] of representatives.values()) if (first) await ctx.require('experiment', first.id, tx);
  const live = experiments.filter(
    ({ state, unmanaged }) =>
      !unmanaged && !experimentHasEnded(`STATE_${state}`) && state !== 'DELETING' && state !== 'DELETE_FAILED',
  );
  if (live.length === 0) return;
  const named = live.slice(0, mostNamed).map(({ id }) => id);
  const more = live.length > named.length ? ` and ${live.length - named.length} more` : '';
  throw failedPrecondition(
    `${place.kind} (${place.id}) contains experiments that have not ended: ${named.join(', ')}${more}; kill them first`,
  );
}

const mostNamed = 20;
