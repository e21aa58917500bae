import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { saveExperimentNotesRoute } from '@determined/contract/training/notes-ext-routes.ts';
import { callKey, useCall } from '#platform/api/call.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { reportError } from '#platform/api/report-error.ts';
import { SingleNote } from '#platform/notes/single-note.tsx';
import { canModifyExperimentMetadata } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { useCurrentUser } from '#platform/session/session.ts';
import { worded } from '#platform/switches/thing-words.ts';
import type { Experiment } from '../../shared/experiment.ts';

/** What was tried and learned, for whoever comes after. */
export function ExperimentNotes({ experiment }: { experiment: Experiment }) {
  const { id, workspaceId, userId: ownerId } = experiment;
  const whyNot = useWhyNot();
  const user = useCurrentUser();
  const { mutateAsync } = useCall(saveExperimentNotesRoute);
  const save = async (read: string, notes: string) => {
    // An answer that is under way does not know of this yet.
    await queryClient.cancelQueries({ queryKey: callKey(getExperimentRoute, { experimentId: id }) });
    try {
      return await mutateAsync({ params: { experimentId: id }, body: { read, notes } });
    } catch (error) {
      reportError(error, { title: worded`Unable to update experiment notes.` });
      throw error;
    }
  };
  const locked = archivedWords(experiment) ?? whyNot(canModifyExperimentMetadata, { workspaceId, ownerId });
  return <SingleNote name={`${user.id}/experiment-${id}`} stored={experiment.notes} save={save} locked={locked} />;
}

function archivedWords({ archived, parentArchived }: Experiment): string | undefined {
  if (archived) return worded`Notes of an archived experiment are read-only. Unarchive it to change them.`;
  if (parentArchived) return 'Its project or workspace is archived: its notes are read-only.';
  return undefined;
}
