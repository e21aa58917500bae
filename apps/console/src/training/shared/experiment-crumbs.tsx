import { uncategorizedProjectId, uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import { Link } from '@tanstack/react-router';
import type { Experiment } from './experiment.ts';

type Place = Pick<Experiment, 'workspaceId' | 'workspaceName' | 'projectId' | 'projectName'>;

/** Workspace and project above an experiment; the uncategorized project is its workspace. */
export function experimentCrumbs(experiment: Place) {
  const uncategorized = experiment.workspaceId === uncategorizedWorkspaceId;
  const workspace = uncategorized ? (
    <Link to="/projects/$projectId/{-$tab}" params={{ projectId: String(uncategorizedProjectId), tab: 'experiments' }}>
      Uncategorized Experiments
    </Link>
  ) : (
    <Link
      to="/workspaces/$workspaceId/{-$tab}"
      params={{ workspaceId: String(experiment.workspaceId), tab: undefined }}
    >
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
    ...(experiment.projectId === uncategorizedProjectId ? [] : [{ key: 'project', link: project }]),
  ];
}
