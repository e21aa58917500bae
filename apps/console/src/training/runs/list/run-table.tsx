import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { later } from '#ui/primitives/later.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { ColumnTable } from '../../columns/shared/table/column-table.tsx';
import type { ColumnTableSearch } from '../../columns/shared/table/kept-table.ts';
import { bulkRunActions } from '../actions/run-actions.ts';
import { RunLink, runCells } from './run-cells.tsx';
import { RunRowMenu } from './run-row-menu.tsx';
import { runTable } from './run-table-kind.ts';

const ComparePane = later(async () => (await import('../../compare/shared/compare-pane.tsx')).ComparePane);

interface RunTableProps {
  projectId: number;
  search: ColumnTableSearch;
  /** Those of a project, or of one search. */
  kind?: typeof runTable;
  /** Before the table's own. */
  tools?: ReactNode;
}

/** Runs, whatever search each is a part of. */
export const RunTable = memo(function TableOfRuns({ projectId, search, kind = runTable, tools }: RunTableProps) {
  return (
    <ColumnTable
      kind={kind}
      projectId={projectId}
      search={search}
      own={runCells}
      toolsBefore={tools}
      menu={RunRowMenu}
      bulkActions={bulkRunActions}
      comparing={ComparePane}
      link={(row) => <RunLink named={kind.keptAs === undefined ? 'by search' : 'as run'} inGrid row={row} />}
      nothing={<NoRuns />}
    />
  );
});

function NoRuns() {
  const start = (
    <Link to="/docs/{-$page}" params={{ page: 'first-experiment' }}>
      Quick Start
    </Link>
  );
  return (
    <EmptyState icon={FlaskConical} title="No Runs" actions={start}>
      Start some from a folder with its configuration: <code>det experiment create config.yaml .</code>
    </EmptyState>
  );
}
