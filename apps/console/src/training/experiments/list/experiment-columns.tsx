import { columnFacts, type ExperimentColumnId } from '@determined/contract/training/experiment-columns.ts';
import { truncate } from '#ui/format/words.ts';
import { ACTION_COLUMN_WIDTH, type GridColumn, headWidth, idWidth } from '#ui/table/grid-column.ts';
import { heatStrength } from '#ui/table/heat.ts';
import { ExperimentCell, rendererOf } from '../shared/experiment-cell.tsx';
import { commonMetric, type ExperimentRow, type ExperimentRows } from './experiment-row.ts';
import { ExperimentRowMenu } from './experiment-row-menu.tsx';

type Look = Pick<GridColumn<ExperimentRow>, 'grow' | 'roomyWidth'> & { width?: number };

/** What of single columns is not as their type has it. */
const looks: Partial<Record<ExperimentColumnId, Look>> = {
  id: { width: 50 },
  name: { grow: true },
  description: { width: 120 },
  state: { roomyWidth: 128 },
};

interface ColumnOptions {
  /** Ids of the contract's catalogue, in the order of the table. */
  shown: readonly string[];
  /** So many of them stay in sight at the start. */
  pinned: number;
  reply: ExperimentRows | undefined;
  now: number;
  /** When the reply was read. */
  readAt: number;
}

export function experimentColumns({ shown, pinned, reply, now, readAt }: ColumnOptions): GridColumn<ExperimentRow>[] {
  const rows = reply?.rows ?? [];
  const columns = shown.flatMap((id): GridColumn<ExperimentRow>[] => {
    const facts = columnFacts(id);
    const renderer = rendererOf(id);
    if (!facts || !renderer) return [];
    // A catalogue's column may have a look of its own, and no other has.
    const look = looks[id as ExperimentColumnId] ?? {};
    const special = specialHead(id, rows);
    const header = special?.header ?? facts.label;
    const head = special?.headerContent ?? header;
    const figure = renderer.figure ? ({ align: 'end', firstSort: 'desc' } as const) : {};
    return [
      {
        ...figure,
        ...(facts.type === 'time' && { firstSort: 'desc' }),
        ...look,
        id,
        header,
        headerContent: special?.headerContent,
        width: look.width ?? Math.max(renderer.width, looks[id as ExperimentColumnId] ? 0 : headWidth(head)),
        sortable: facts.sortable,
        cell: (row) => <ExperimentCell inGrid column={id} row={row} now={now} readAt={readAt} />,
      },
    ];
  });
  return [
    ...columns.map((column, i) => ({ ...column, ...ofWholeColumn(column, reply), pinned: i < pinned })),
    {
      id: 'actions',
      header: 'Actions',
      headerContent: '',
      width: ACTION_COLUMN_WIDTH,
      pinnedEnd: true,
      cell: (row) => <ExperimentRowMenu inGrid row={row} />,
    },
  ];
}

/** The searcher's metric bears its own name where all rows have the same. */
function specialHead(
  id: string,
  rows: readonly ExperimentRow[],
): { header: string; headerContent?: string } | undefined {
  const metric = commonMetric(rows);
  const name = metric ? truncate(metric.name) : undefined;
  if (id === 'searcherMetricsVal') return { header: name ?? 'Searcher Metric' };
  if (id === 'curve') return { header: `${name ?? 'Searcher Metric'} curve`, headerContent: 'Curve' };
  return undefined;
}

/** What a column's rows say together: how wide ids are, and how good a value is among all of the project. */
function ofWholeColumn(
  { id, width }: GridColumn<ExperimentRow>,
  reply: ExperimentRows | undefined,
): Partial<GridColumn<ExperimentRow>> {
  const rows = reply?.rows ?? [];
  if (id === 'id') return { width: idWidth(width, Math.max(0, ...rows.map((row) => row.id))) };
  const metric = commonMetric(rows);
  const range = reply?.range ?? undefined;
  if (id !== 'searcherMetricsVal' || !metric) return {};
  return {
    // The best comes first.
    firstSort: metric.smallerIsBetter ? 'asc' : 'desc',
    heat: (row) => heatStrength(row.cells.searcherMetricsVal, range, metric.smallerIsBetter),
  };
}
