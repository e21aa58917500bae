import { Link } from '@tanstack/react-router';
import { defaultProjectId } from '#organisation/projects/shared/default-project.ts';
import { defaultWorkspaceId } from '#organisation/workspaces/shared/pinned-workspaces.ts';
import type { Experiment } from './experiment.ts';

type Place = Pick<Experiment, 'workspaceId' | 'workspaceName' | 'projectId' | 'projectName'>;

/** Workspace and project above an experiment; the uncategorized project is its workspace. */
export function experimentCrumbs(experiment: Place) {
  const uncategorized = experiment.workspaceId === defaultWorkspaceId;
  const workspace = uncategorized ? (
    <Link to="/projects/$projectId/{-$tab}" params={{ projectId: String(defaultProjectId), tab: 'experiments' }}>
      Uncategorized Experiments
    </Link>
  ) : (
    <Link to="/workspaces/$workspaceId/{-$tab}" params={{ workspaceId: String(experiment.workspaceId) }}>
      {experiment.workspaceName}
    </Link>
  );
  const project = (
    <Link to="/projects/$projectId/{-$tab}" params={{ projectId: String(experiment.projectId), tab: 'experiments' }}>
      {experiment.projectName}
    </Link>
  );
  return [
    { key: 'workspace', link: workspace },
    ...(experiment.projectId === defaultProjectId ? [] : [{ key: 'project', link: project }]),
  ];
}
