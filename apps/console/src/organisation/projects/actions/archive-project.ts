import { archiveProjectRoute, unarchiveProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { Archive, ArchiveRestore } from 'lucide-react';
import { defineAction } from '#platform/actions/action.ts';
import { canModifyProjects } from '#platform/session/checks.ts';
import { isFixed, projectKind } from './project-subject.ts';

export const archiveProject = defineAction({
  key: 'archive',
  label: 'Archive',
  icon: Archive,
  kind: projectKind,
  needs: canModifyProjects,
  route: archiveProjectRoute,
  request: ({ id }) => ({ id }),
  rule: (project) => (isFixed(project) || project.archived ? 'absent' : 'acts'),
  shown: { archived: true },
  done: { word: 'Archived', undo: () => unarchiveProject },
  failed: 'Unable to archive project',
});

export const unarchiveProject = defineAction({
  key: 'unarchive',
  label: 'Unarchive',
  icon: ArchiveRestore,
  kind: projectKind,
  needs: canModifyProjects,
  route: unarchiveProjectRoute,
  request: ({ id }) => ({ id }),
  rule: (project) => (isFixed(project) || !project.archived ? 'absent' : 'acts'),
  shown: { archived: false },
  failed: 'Unable to unarchive project',
});
