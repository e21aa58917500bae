import { failedPrecondition } from '@determined/contract/errors.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import { checkpointsGoing } from '../checkpoint-gc/shared/checkpoints-going.ts';
import { latestCheckpoint } from '../checkpoints/shared/best-checkpoint.ts';
import type { ExperimentRow } from '../life/shared/experiment-state.ts';
import { liesInArchive } from './shared/lies-in-archive.ts';

/** Throws where an experiment, which is locked, cannot be continued now. */
export async function refuseUnready(tx: Tx, experiment: ExperimentRow): Promise<void> {
  const { id, state, archived, unmanaged, searcher_type: searcher } = experiment;
  const incomplete = await tx
    .selectFrom('trials')
    .select('id')
    .where('experiment_id', '=', id)
    .where('state', '<>', 'COMPLETED')
    .orderBy('id')
    .execute();
  const parentArchived = (await liesInArchive(tx, id)) === true;
  const facts = { id, state: `STATE_${state}`, archived, unmanaged, searcher, parentArchived } as const;
  orRefuse(experimentRule('continue', { ...facts, incomplete: incomplete.length > 0 }));
  const place = await tx
    .selectFrom('projects')
    .select('state')
    .where('id', '=', experiment.project_id)
    .executeTakeFirst();
  if (place?.state === 'DELETING') throw failedPrecondition(`experiment ${id} lies in a project that is being deleted`);
  await refuseWhileStartsGo(tx, experiment, incomplete);
}

/** A trial goes on from its latest checkpoint, whose files its policy may have let go. */
async function refuseWhileStartsGo(tx: Tx, { id, searcher_type }: ExperimentRow, trials: readonly { id: number }[]) {
  const going = await checkpointsGoing(tx, id);
  if (going.size === 0) return;
  const again =
    searcher_type === 'single'
      ? await tx.selectFrom('trials').select('id').where('experiment_id', '=', id).execute()
      : trials;
  for (const trial of again) {
    const start = await latestCheckpoint(tx, trial.id);
    if (start && going.has(start.uuid))
      throw failedPrecondition(
        `files of checkpoint ${start.uuid} of trial ${trial.id} are being deleted; continue when that is done`,
      );
  }
}
