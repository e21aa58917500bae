import { getRouteApi } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import type { Project } from '#organisation/projects/shared/project.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { ColumnTable } from '../../columns/shared/table/column-table.tsx';
import { bulkActions } from '../actions/bulk-actions.ts';
import { ExperimentLink, experimentCells } from '../shared/experiment-cell.tsx';
import { experimentTable } from '../shared/experiment-table-kind.ts';
import { ExperimentRowMenu } from './experiment-row-menu.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/{-$tab}');

/** The experiments of a project: what is best, what runs, what broke. */
export function ExperimentTable({ project }: { project: Project }) {
  return (
    <ColumnTable
      kind={experimentTable}
      projectId={project.id}
      search={route.useSearch()}
      own={experimentCells}
      menu={ExperimentRowMenu}
      bulkActions={bulkActions}
      link={(row) => <ExperimentLink row={row} inGrid />}
      nothing={<NoExperiments />}
    />
  );
}

function NoExperiments() {
  return (
    <EmptyState icon={FlaskConical} title="No experiments">
      Start one from a folder with its configuration: <code>det experiment create config.yaml .</code>
    </EmptyState>
  );
}
