import { FlaskConical } from 'lucide-react';
import { later } from '#ui/primitives/later.tsx';

import { EmptyState } from '#ui/primitives/notice.tsx';
import { ColumnTable } from '../../columns/shared/table/column-table.tsx';
import type { ColumnTableSearch } from '../../columns/shared/table/kept-table.ts';
import { bulkActions } from '../actions/bulk-actions.ts';
import { ExperimentRowMenu } from '../list/experiment-row-menu.tsx';
import { ExperimentLink, experimentCells } from './experiment-cell.tsx';
import type { experimentTable } from './experiment-table-kind.ts';

const ComparePane = later(async () => (await import('../../compare/shared/compare-pane.tsx')).ComparePane);

interface ExperimentTableProps {
  projectId: number;
  search: ColumnTableSearch;
  /** All experiments, or those that search, by their words. */
  kind: typeof experimentTable;
}

/** The experiments of a project: what is best, what runs, what broke. */
export function ExperimentTable({ projectId, search, kind }: ExperimentTableProps) {
  return (
    <ColumnTable
      kind={kind}
      projectId={projectId}
      search={search}
      own={experimentCells}
      menu={ExperimentRowMenu}
      bulkActions={bulkActions}
      comparing={ComparePane}
      link={(row) => <ExperimentLink row={row} inGrid />}
      nothing={<NoExperiments title={`No ${kind.nouns}`} />}
    />
  );
}

function NoExperiments({ title }: { title: string }) {
  return (
    <EmptyState icon={FlaskConical} title={title}>
      Start one from a folder with its configuration: <code>det experiment create config.yaml .</code>
    </EmptyState>
  );
}
