import type { CellTypes, ColumnType, SearchedSpace } from '@determined/contract/training/column-facts.ts';
import { cellOf, columnFacts, type ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount, formatMetric, formatPercent, formatSetting } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { archivedLook, stateLook } from '#ui/primitives/state-kinds.ts';
import { DurationCell, NumberCell, TagsCell, TextCell, TimeCell, UserCell } from '#ui/table/cells.tsx';
import { isSettled, knownProgress } from '../../shared/experiment.ts';
import { UnmanagedLabel } from '../../shared/unmanaged-label.tsx';
import styles from './experiment-cell.module.css';
import { ExperimentCurve } from './experiment-curve.tsx';

interface CellContext {
  row: ExperimentTableRow;
  now: number;
  /** When the row was read, in ms: what goes on has gone on since. */
  readAt: number;
  /** The table is a grid, which is one tab stop. */
  inGrid: boolean;
}

interface Renderer<Type extends ColumnType> {
  cell: (value: CellTypes[Type], context: CellContext) => ReactNode;
  /** Stands at the right, and its head sorts from the greatest on. */
  figure?: boolean;
  /** In a grid, in pixels; a head that needs more has more. */
  width: number;
}

/** How cells look, by their column's type. */
const renderers: { readonly [Type in ColumnType]: Renderer<Type> } = {
  name: { width: 290, cell: (_, { row, inGrid }) => <NameCell row={row} inGrid={inGrid} /> },
  text: { width: 116, cell: (text) => <TextCell text={text} /> },
  id: { width: 64, figure: true, cell: (id) => id },
  number: { width: 64, figure: true, cell: (value) => <NumberCell value={value} format={formatCount} /> },
  time: { width: 118, cell: (at, { now }) => <TimeCell at={at} now={now} /> },
  duration: {
    width: 84,
    figure: true,
    cell: (seconds, { row, now, readAt }) => (
      <DurationCell seconds={isSettled(row.state) ? seconds : seconds + Math.max(0, now - readAt) / 1000} />
    ),
  },
  bytes: { width: 116, figure: true, cell: (bytes) => (bytes > 0 ? formatBytes(bytes) : <TextCell text="" />) },
  share: { width: 76, figure: true, cell: (share) => <NumberCell value={share} format={formatPercent} /> },
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
    cell: (id, { inGrid }) => (id === null ? <TextCell text="" /> : <IdLink id={id} inGrid={inGrid} />),
  },
  metric: {
    width: 100,
    figure: true,
    cell: (value) => <NumberCell value={value} format={formatMetric} />,
  },
  curve: {
    width: 104,
    cell: (curve, { row }) => (
      <ExperimentCurve row={{ state: row.state, progress: row.cells.progress ?? null, curve }} />
    ),
  },
  reported: { width: 116, figure: true, cell: (value) => <ValueCell value={value} format={formatMetric} /> },
  hyperparameter: { width: 132, figure: true, cell: (value) => <HyperparameterCell value={value} /> },
};

/** A renderer of any type: the column's own type says what its cells hold. */
type AnyRenderer = Omit<Renderer<ColumnType>, 'cell'> & {
  cell: (value: CellTypes[ColumnType], context: CellContext) => ReactNode;
};

/** Undefined for what is no column. */
export function rendererOf(id: string): AnyRenderer | undefined {
  const facts = columnFacts(id);
  // The contract's schema has held each cell to its column's type.
  return facts && (renderers[facts.type] as AnyRenderer);
}

/** Nothing where the rows at hand were read without this column. */
export function ExperimentCell({ column, ...context }: CellContext & { column: string }): ReactNode {
  const value = cellOf(context.row, column);
  return value === undefined ? null : rendererOf(column)?.cell(value, context);
}

export function progressOf({ state, cells }: ExperimentTableRow): number | null {
  return knownProgress({ state, progress: cells.progress ?? null });
}

export function ExperimentLink({ row, inGrid = false }: { row: ExperimentTableRow; inGrid?: boolean }) {
  return (
    <Link
      to="/experiments/$experimentId/{-$tab}"
      params={{ experimentId: String(row.id), tab: undefined }}
      {...(inGrid && { 'data-row-link': true, tabIndex: -1 })}
      className={styles.name}
      title={row.name}
    >
      {row.name}
    </Link>
  );
}

function NameCell({ row, inGrid }: { row: ExperimentTableRow; inGrid: boolean }) {
  return (
    <span className={styles.nameCell}>
      <ExperimentLink row={row} inGrid={inGrid} />
      {row.unmanaged && <UnmanagedLabel />}
      {row.archived && <StateLabel state={archivedLook} />}
    </span>
  );
}

function IdLink({ id, inGrid }: { id: number; inGrid: boolean }) {
  return (
    <Link
      to="/experiments/$experimentId/{-$tab}"
      params={{ experimentId: String(id), tab: undefined }}
      tabIndex={inGrid ? -1 : undefined}
    >
      {id}
    </Link>
  );
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
