import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { lockMetrics } from './lock-metrics.ts';

/** A trial's metrics and what it was given, as they were when they were read: what changes a row changes its version. */
export interface SeenTrial {
  id: number;
  seen: string;
}

/** Which version of its rows a trial `t` with metrics `m` has. */
export const seenTrial = sql<string>`m.xmin::text || ' ' || t.xmin::text`;

/** Marks what blocks of columns have of these trials as what they are; false, and nothing done, where one has changed since. */
export async function markTrialsPacked(tx: Tx, trials: readonly SeenTrial[]): Promise<boolean> {
  const ids = trials.map(({ id }) => id);
  await lockMetrics(tx, ids);
  const marked = await sql`update trial_metrics m set packed = true from trials t,
      unnest(${ids}::int[], ${trials.map(({ seen }) => seen)}::text[]) v (id, seen)
    where m.trial_id = v.id and t.id = v.id and ${seenTrial} = v.seen`.execute(tx);
  return Number(marked.numAffectedRows) === trials.length;
}

/** Marks every trial of a project as one that no block has. */
export async function markTrialsLoose(tx: Tx, projectId: number): Promise<void> {
  await sql`update trial_metrics set packed = false where project_id = ${projectId} and packed`.execute(tx);
}
