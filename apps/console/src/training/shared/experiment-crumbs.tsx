import { uncategorizedProjectId, uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useThingWords } from '#platform/switches/thing-words.ts';
import type { Experiment } from './experiment.ts';

type Place = Pick<Experiment, 'workspaceId' | 'workspaceName' | 'projectId' | 'projectName'>;

/** Workspace and project above an experiment; the uncategorized project is its workspace. */
export function experimentCrumbs(experiment: Place) {
  const uncategorized = experiment.workspaceId === uncategorizedWorkspaceId;
  const workspace = uncategorized ? (
    <ProjectLink id={uncategorizedProjectId} />
  ) : (
    <Link
      to="/workspaces/$workspaceId/{-$tab}"
      params={{ workspaceId: String(experiment.workspaceId), tab: undefined }}
    >
      {experiment.workspaceName}
    </Link>
  );
  const project = <ProjectLink id={experiment.projectId}>{experiment.projectName}</ProjectLink>;
  return [
    { key: 'workspace', link: workspace },
    ...(experiment.projectId === uncategorizedProjectId ? [] : [{ key: 'project', link: project }]),
  ];
}

/** To what was run in a project; without words of its own it is the uncategorized one. */
function ProjectLink({ id, children }: { id: number; children?: ReactNode }) {
  const { uncategorized, projectTab } = useThingWords();
  return (
    <Link to="/projects/$projectId/{-$tab}" params={{ projectId: String(id), tab: projectTab }}>
      {children ?? uncategorized}
    </Link>
  );
}
