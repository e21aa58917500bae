import { sql } from 'kysely';
import type { CheckpointKeeper } from '../checkpoints/shared/kept-checkpoints.ts';

/** What experiments start from stays until they have ended: a trial that is started again needs it again. */
export const liveStarts: CheckpointKeeper = {
  says: 'are what experiments start from that have not ended',
  saysOfExperiment: 'are what experiments start from that have not ended',
  needed: async (db, uuids) => {
    const { rows } = await sql<{ uuid: string; experiment: number }>`
      select t.warm_start_checkpoint_uuid as uuid, min(t.experiment_id) as experiment
      from trials t join experiments e on e.id = t.experiment_id
      where t.warm_start_checkpoint_uuid = any(${uuids}::text[])
        and t.state not in ('COMPLETED', 'CANCELED', 'ERROR')
        and e.state not in ('DELETING', 'DELETE_FAILED')
      group by 1`.execute(db);
    return new Map(
      rows.map(({ uuid, experiment }) => [uuid, `the start of experiment ${experiment}, which has not ended`]),
    );
  },
};
