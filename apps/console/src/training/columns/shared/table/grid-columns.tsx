import type { ComponentType } from 'react';
import { truncate } from '#ui/format/words.ts';
import { ACTION_COLUMN_WIDTH, type GridColumn, headWidth, idWidth } from '#ui/table/grid-column.ts';
import { MARK_WIDTH, Marked } from './left/left-mark.tsx';
import { cellText } from './look/cell-text.ts';
import type { ColumnHeat } from './look/heat-columns.ts';
import type { RowsTogether } from './look/rows-together.ts';
import { type OwnCells, rendererOf, TableCell } from './table-cell.tsx';
import { cellOf, type TableKind, type TableRow } from './table-kind.ts';

type Look = Pick<GridColumn<TableRow>, 'grow' | 'roomyWidth'> & { width?: number };

/** What of single columns is not as their type has it. */
const looks: Readonly<Record<string, Look>> = {
  id: { width: 50 },
  name: { grow: true },
  description: { width: 120 },
  state: { roomyWidth: 128 },
  experimentName: { width: 290, grow: true },
};

export type RowMenu<Row> = ComponentType<{ row: Row; inGrid?: boolean }>;

interface ColumnOptions<Row extends TableRow> {
  kind: Pick<TableKind, 'facts' | 'wayIn'>;
  own: OwnCells<Row>;
  menu: RowMenu<Row>;
  /** Ids of the kind's columns, in the order of the table. */
  shown: readonly string[];
  /** So many of them stay in sight at the start. */
  pinned: number;
  /** Columns that are tinted. */
  heat: ReadonlyMap<string, ColumnHeat>;
  together: RowsTogether;
  /** What a row was left as it was for, by its id. */
  left?: ReadonlyMap<number, string> | undefined;
}

export function gridColumns<Row extends TableRow>(options: ColumnOptions<Row>): GridColumn<Row>[] {
  const { kind, own, menu: Menu, shown, pinned, heat, together, left } = options;
  const columns = shown.flatMap((id): GridColumn<Row>[] => {
    const facts = kind.facts(id);
    const renderer = rendererOf(kind, id);
    if (!facts || !renderer) return [];
    // A catalogue's column may have a look of its own, and no other has.
    const look = looks[id] ?? {};
    const special = specialHead(id, facts.label, together);
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
        width: look.width ?? Math.max(renderer.width, looks[id] ? 0 : headWidth(head)),
        sortable: facts.sortable,
        movable: true,
        text: (row) => cellText(kind, row, id),
        heat: heat.get(id)?.strength,
        plain: own[id] || id === kind.wayIn ? undefined : (row) => plainText(renderer.format, cellOf(row, id)),
        cell: (row) => {
          const cell = <TableCell inGrid {...{ kind, own, row }} column={id} />;
          return id === kind.wayIn && left?.has(row.id) ? <Marked reason={left.get(row.id)}>{cell}</Marked> : cell;
        },
      },
    ];
  });
  return [
    ...columns.map((column, i) => ({
      ...column,
      ...ofWholeColumn(column, together, left && column.id === kind.wayIn ? MARK_WIDTH : 0),
      pinned: i < pinned,
      // No room is left between the last of them and the row's menu.
      grow: column.grow ?? (i === columns.length - 1 && !columns.some(({ grow }) => grow)),
    })),
    {
      id: 'actions',
      header: 'Actions',
      headerContent: '',
      width: ACTION_COLUMN_WIDTH,
      pinnedEnd: true,
      cell: (row) => <Menu inGrid row={row} />,
    },
  ];
}

function plainText(format: ((value: number) => string) | undefined, value: unknown): string | undefined {
  return format && typeof value === 'number' && Number.isFinite(value) ? format(value) : undefined;
}

/** The searcher's metric bears its own name where all rows have the same; an id is narrow. */
function specialHead(
  id: string,
  label: string,
  { metric }: RowsTogether,
): { header: string; headerContent?: string } | undefined {
  const name = metric ? truncate(metric.name) : undefined;
  if (id === 'searcherMetricsVal') return { header: name ?? 'Searcher Metric' };
  // A run's has the longer name.
  if (id === 'id') return { header: label, headerContent: 'ID' };
  if (id === 'curve') return { header: `${name ?? 'Searcher Metric'} curve`, headerContent: 'Curve' };
  return undefined;
}

/** What a column's rows say together: how wide ids are, and which of its values are the best. */
function ofWholeColumn<Row extends TableRow>(
  { id, width }: GridColumn<Row>,
  { metric, greatestId }: RowsTogether,
  also: number,
): Partial<GridColumn<Row>> {
  if (id === 'id') return { width: idWidth(width, greatestId) + also };
  // The best comes first.
  return id === 'searcherMetricsVal' && metric ? { firstSort: metric.smallerIsBetter ? 'asc' : 'desc' } : {};
}
