import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { getRouteApi } from '@tanstack/react-router';
import { FlaskConical, ListFilter } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Project } from '#organisation/projects/shared/project.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon, stateWords } from '#ui/primitives/state-badge.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import { ChooseBox, chooseColumn } from '#ui/table/choose-column.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { conditionsIn, noFilter } from '../../columns/shared/filter-set.ts';
import { ExperimentCell, ExperimentLink, progressOf } from '../shared/experiment-cell.tsx';
import { experimentColumns } from './experiment-columns.tsx';
import type { ExperimentRow } from './experiment-row.ts';
import { ExperimentRowMenu } from './experiment-row-menu.tsx';
import { experimentRowsRequest, experimentTable, isMetric, shownColumns } from './experiment-rows-request.ts';
import styles from './experiment-table.module.css';
import { useProjectTable } from './project-table.ts';
import { SelectMenu } from './selection/select-menu.tsx';
import { isSelected, select, selectedCount } from './selection/selection.ts';
import { FilterTool } from './tools/filter-tool.tsx';
import { TableTools } from './tools/table-tools.tsx';

const SelectionBar = lazy(async () => ({ default: (await import('./selection/selection-bar.tsx')).SelectionBar }));
const FilterBox = lazy(async () => ({ default: (await import('./tools/filter-box.tsx')).FilterBox }));

/** Ages in rows are in minutes and more. */
const CLOCK_MS = 10_000;
const route = getRouteApi('/signed-in/projects/$projectId/{-$tab}');

/** The experiments of a project: what is best, what runs, what broke. */
export function ExperimentTable({ project }: { project: Project }) {
  const search = route.useSearch();
  const [filtering, setFiltering] = useState(false);
  const request = experimentRowsRequest(project.id, search);
  const query = useCallQuery(getExperimentRowsRoute, request, { keep: true, poll: pollEvery.store });
  const now = useNow(true, CLOCK_MS);
  const { data: reply, dataUpdatedAt: readAt } = query;
  const table = useProjectTable(project.id, search);
  const { shown, pinned, selection, setSelection } = table;
  const columns = useMemo(
    () => experimentColumns({ shown: shownColumns(search), pinned, reply, now, readAt }),
    [search, pinned, reply, now, readAt],
  );
  const total = reply?.total ?? 0;
  const rows = reply?.rows ?? [];
  const chosen = {
    has: (row: ExperimentRow) => isSelected(selection, row.id),
    set: (changed: readonly ExperimentRow[], on: boolean) =>
      setSelection(
        select(
          selection,
          changed.map(({ id }) => id),
          on,
        ),
      ),
  };
  const choose = chooseColumn({
    chosen,
    rows,
    name: (row) => row.name,
    head: <SelectMenu ids={rows.map(({ id }) => id)} total={total} selection={selection} onSelect={setSelection} />,
  });
  const cell = (row: ExperimentRow, column: string) => (
    <ExperimentCell inGrid={false} column={column} row={row} now={now} readAt={readAt} />
  );
  return (
    <>
      <Tools name="Experiments">
        <FilterTool table={table} open={filtering} onOpen={setFiltering} />
        <TableTools projectId={project.id} table={table} />
        <ToolsEnd>
          <Switch checked={table.archived} onChange={table.setArchived}>
            Show Archived
          </Switch>
        </ToolsEnd>
      </Tools>
      {filtering ? (
        <Suspense>
          <FilterBox
            projectId={project.id}
            table={table}
            found={reply && `${formatCount(reply.total)} ${reply.total === 1 ? 'experiment' : 'experiments'}`}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      ) : null}
      {selectedCount(selection, total) > 0 ? (
        <Suspense>
          <SelectionBar
            projectId={project.id}
            search={search}
            selection={selection}
            onSelect={setSelection}
            total={total}
            here={rows.filter(chosen.has).length}
          />
        </Suspense>
      ) : null}
      <QueryTable
        label="Experiments"
        noun="experiments"
        definition={experimentTable}
        search={search}
        query={query}
        rows={(reply) => reply.rows}
        total={(reply) => reply.total}
        rowKey={(row) => row.id}
        columns={[choose, ...columns]}
        chosen={chosen.has}
        widths={table.widths}
        onWidth={table.setWidth}
        onSort={table.keepSort}
        muted={(row) => row.archived}
        aged
        empty={
          conditionsIn(table.filter) > 0 ? (
            <NothingFound onClear={() => table.setFilter(noFilter)} />
          ) : (
            <NoExperiments />
          )
        }
        failed="Failed to Load Data"
        skeletonRows={100}
        compact={(row) => (
          <CompactRow
            glyph={
              <span className={styles.glyph}>
                <StateIcon state={row.state} progress={progressOf(row)} />
                <ChooseBox row={row} chosen={chosen} name={row.name} blocked={undefined} />
              </span>
            }
            name={<ExperimentLink row={row} inGrid />}
            value={cell(row, shown.find(isMetric) ?? 'searcherMetricsVal')}
            about={[stateWords(row.state, progressOf(row)), row.id, row.cells.user].filter(Boolean).join(' · ')}
            side={cell(row, 'curve')}
            menu={<ExperimentRowMenu row={row} />}
          />
        )}
      />
    </>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      title="No results matching your filters"
      actions={<Button onClick={onClear}>Clear filters</Button>}
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
