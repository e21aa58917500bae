import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { readStateHistory, type StateHistory } from '../../../identity/shared/state-history.ts';

/** Changes of an experiment's state, or of one of its trials'. */
export async function readStateChanges(db: Db, experimentId: number, trialId: number | null): Promise<StateHistory> {
  const changes = await readStateHistory(
    db,
    sql`select id, from_state, to_state, case when user_id is null then 'platform' else 'user' end as part,
        user_id, reason, at
      from state_changes
      where experiment_id = ${experimentId} and trial_id is not distinct from ${trialId}::integer`,
  );
  return { changes };
}
