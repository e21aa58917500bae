import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { saveExperimentNotesRoute } from '@determined/contract/training/notes-ext-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { lockExperiment } from '../life/shared/experiment-state.ts';
import { editExperiment } from '../life/shared/experiment-store.ts';
import { liesInArchive } from './shared/lies-in-archive.ts';

/** Of two writers none undoes what the other has written; the platform's own call goes on as it is. */
export async function saveExperimentNotes(
  { params: { experimentId }, body: { read, notes } }: ExtRequestOf<typeof saveExperimentNotesRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof saveExperimentNotesRoute>> {
  return inTransaction(ctx.db, async (tx) => {
    const experiment = await lockExperiment(tx, experimentId);
    if (!experiment) throw notFound('experiment', experimentId);
    if (experiment.archived || (await liesInArchive(tx, experimentId)) === true) {
      throw failedPrecondition('Notes of an archived experiment are read-only. Unarchive it first.');
    }
    // Who has lost the answer sends the same once more.
    if (experiment.notes === notes) return { saved: true, notes };
    if (experiment.notes !== read) return { saved: false, notes: experiment.notes };
    await editExperiment(tx, experiment, { notes });
    return { saved: true, notes };
  });
}
