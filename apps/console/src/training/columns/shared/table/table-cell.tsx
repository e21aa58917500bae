import type { CellTypes, ColumnType, SearchedSpace } from '@determined/contract/training/column-facts.ts';
import { memo, type ReactNode, use } from 'react';
import { formatCount, formatMetric, formatPercent, formatSetting } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { stateLook } from '#ui/primitives/state-kinds.ts';
import { DurationCell, NumberCell, TagsCell, TextCell, TimeCell, UserCell } from '#ui/table/cells.tsx';
import { isSettled, knownProgress } from '../../../shared/experiment.ts';
import { ExperimentLink } from '../../../shared/experiment-link.tsx';
import { TableClock } from './live/table-clock.ts';
import { RunCurve } from './run-curve.tsx';
import styles from './table-cell.module.css';
import { cellOf, type TableKind, type TableRow } from './table-kind.ts';

export interface CellContext<Row extends TableRow = TableRow> {
  row: Row;
  /** The table is a grid, which is one tab stop. */
  inGrid: boolean;
}

interface Renderer<Type extends ColumnType> {
  cell: (value: CellTypes[Type], context: CellContext) => ReactNode;
  /** Stands at the right, and its head sorts from the greatest on. */
  figure?: boolean;
  /** Of a number that is all there is to show. */
  format?: (value: number) => string;
  /** In a grid, in pixels; a head that needs more has more. */
  width: number;
}

/** How cells look, by their column's type. */
const renderers: { readonly [Type in ColumnType]: Renderer<Type> } = {
  name: { width: 290, cell: (name) => <TextCell text={name} /> },
  text: { width: 116, cell: (text) => <TextCell text={text} /> },
  id: { width: 64, figure: true, cell: (id) => id },
  number: {
    width: 64,
    figure: true,
    format: formatCount,
    cell: (value) => <NumberCell value={value} format={formatCount} />,
  },
  time: { width: 118, cell: (at) => <ClockedTime at={at} /> },
  duration: {
    width: 84,
    figure: true,
    cell: (seconds, { row }) =>
      isSettled(row.state) ? <DurationCell seconds={seconds} /> : <Lasting since={seconds} />,
  },
  bytes: { width: 116, figure: true, cell: (bytes) => (bytes > 0 ? formatBytes(bytes) : <TextCell text="" />) },
  share: {
    width: 76,
    figure: true,
    format: formatPercent,
    cell: (share) => <NumberCell value={share} format={formatPercent} />,
  },
  state: {
    width: 60,
    cell: (state, { row }) => (
      <span className={styles.state} title={stateLook(state).word}>
        <StateLabel state={state} progress={progressOf(row)} />
      </span>
    ),
  },
  user: { width: 50, cell: (name) => <UserCell name={name} /> },
  boolean: { width: 76, cell: (value) => (value ? 'Yes' : 'No') },
  tags: { width: 120, cell: (tags) => <TagsCell tags={tags} /> },
  experiment: {
    width: 92,
    figure: true,
    cell: (id, { inGrid }) => (id === null ? <TextCell text="" /> : <ExperimentLink id={id} inGrid={inGrid} />),
  },
  metric: {
    width: 100,
    figure: true,
    format: formatMetric,
    cell: (value) => <NumberCell value={value} format={formatMetric} />,
  },
  curve: {
    width: 104,
    cell: (curve, { row }) => <RunCurve row={{ state: row.state, progress: row.cells.progress ?? null, curve }} />,
  },
  reported: {
    width: 116,
    figure: true,
    format: formatMetric,
    cell: (value) => <ValueCell value={value} format={formatMetric} />,
  },
  hyperparameter: {
    width: 132,
    figure: true,
    format: formatSetting,
    cell: (value) => <HyperparameterCell value={value} />,
  },
};

/** A renderer of any type: the column's own type says what its cells hold. */
type AnyRenderer = Omit<Renderer<ColumnType>, 'cell'> & {
  cell: (value: CellTypes[ColumnType], context: CellContext) => ReactNode;
};

/** Columns of a table that are drawn in a way of their own: what leads to what a row stands for. */
export type OwnCells<Row extends TableRow> = Readonly<Record<string, (context: CellContext<Row>) => ReactNode>>;

/** Undefined for what is no column. */
export function rendererOf({ facts }: Pick<TableKind, 'facts'>, id: string): AnyRenderer | undefined {
  const type = facts(id)?.type;
  // The contract's schema has held each cell to its column's type.
  return type && (renderers[type] as AnyRenderer);
}

interface TableCellProps<Row extends TableRow> extends CellContext<Row> {
  kind: Pick<TableKind, 'facts'>;
  own: OwnCells<Row>;
  column: string;
}

function Cell<Row extends TableRow>({ kind, own, column, ...context }: TableCellProps<Row>): ReactNode {
  const value = cellOf(context.row, column);
  if (value === undefined) return null;
  return own[column]?.(context) ?? rendererOf(kind, column)?.cell(value, context);
}

/** Nothing where the rows at hand were read without this column. Not drawn anew when its row is ticked. */
export const TableCell = memo(Cell) as typeof Cell; // memo() drops the type parameter

export function progressOf({ state, cells }: Pick<TableRow, 'state' | 'cells'>): number | null {
  return knownProgress({ state, progress: cells.progress ?? null });
}

function ClockedTime({ at }: { at: CellTypes['time'] }) {
  return <TimeCell at={at} now={use(TableClock).now} />;
}

/** Goes on from the seconds that were read. */
function Lasting({ since }: { since: number }) {
  const { now, readAt } = use(TableClock);
  return <DurationCell seconds={since + Math.max(0, now - readAt) / 1000} />;
}

function ValueCell({ value, format }: { value: CellTypes['reported']; format: (value: number) => string }) {
  if (typeof value === 'number') return <NumberCell value={value} format={format} />;
  return <TextCell text={value === null ? '' : String(value)} />;
}

function HyperparameterCell({ value }: { value: CellTypes['hyperparameter'] }) {
  if (typeof value !== 'object' || value === null) return <ValueCell value={value} format={formatSetting} />;
  return <TextCell text={spaceText(value)} />;
}

/** `0.000631 – 0.01`, or the values with commas. Three digits tell limits apart. */
function spaceText(space: SearchedSpace): string {
  if (space.type === 'categorical') return space.vals.map(String).join(', ');
  const { type, minval, maxval, base = 10 } = space;
  return [minval, maxval]
    .map((limit) => formatSetting(type === 'log' ? Number((base ** limit).toPrecision(3)) : limit))
    .join(' – ');
}
