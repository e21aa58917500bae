import { saveProjectNotesRoute } from '@determined/contract/organisation/project-ext-routes.ts';
import { getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { callKey, useCall } from '#platform/api/call.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { Notes } from '#platform/notes/notes.tsx';
import { canModifyProjectNotes } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { useCurrentUser } from '#platform/session/session.ts';
import type { Project } from './project.ts';

interface ProjectNotesProps {
  project: Project;
  /** Which page is open, counted from 1. */
  open: number;
  onOpen: (page: number) => void;
}

/** A project's notes: everybody who looks at it reads them, who makes experiments in it writes them. */
export function ProjectNotes({ project, open, onOpen }: ProjectNotesProps) {
  const whyNot = useWhyNot();
  const user = useCurrentUser();
  const { mutateAsync } = useCall(saveProjectNotesRoute);
  const { id, workspaceId, notes } = project;
  const locked = project.archived
    ? 'Notes of an archived project are read-only. Unarchive it to change them.'
    : whyNot(canModifyProjectNotes, { workspaceId });
  return (
    <Notes
      name={`${user.id}/project-${id}`}
      stored={notes}
      save={async (read, changed) => {
        // An answer that is under way does not know of this yet.
        await queryClient.cancelQueries({ queryKey: callKey(getProjectRoute, { id }) });
        return mutateAsync({ params: { projectId: id }, body: { read, notes: changed } });
      }}
      locked={locked}
      open={open}
      onOpen={onOpen}
    />
  );
}
