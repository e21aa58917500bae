import { ApiError } from '@determined/contract/errors.ts';
import { everyProjectId } from '@determined/contract/limits.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { attemptRun, type RunAct } from './shared/attempt-run.ts';
import { chosenRuns } from './shared/chosen-runs.ts';

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
      const { ids } = await inTransaction(ctx.db, (tx) => attemptRun(ctx, tx, id, act, { ...options, projectId }));
      for (const one of ids) done.add(one);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.set(id, error.message);
    }
  }
  const results = [...refused, ...[...done].map((id) => [id, ''] as const)];
  return { results: results.map(([id, error]) => ({ id, error })) };
}
