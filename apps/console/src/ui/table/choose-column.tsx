import { type ChangeEvent, type CSSProperties, type ReactNode, type RefObject, useRef, useState } from 'react';
import styles from './choose-column.module.css';
import type { GridColumn } from './grid-column.ts';

/** Rows that the reader has ticked, by key; they stay while he turns pages. */
export interface ChosenRows<Row, Key = number> {
  rows: ReadonlyMap<Key, Row>;
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], on: boolean) => void;
  keyOf: (row: Row) => Key;
  /** The row that was ticked, or not, last. */
  last: RefObject<Key | undefined>;
  clear: () => void;
}

export function useChosenRows<Row, Key = number>(rowKey: (row: Row) => Key): ChosenRows<Row, Key> {
  const [rows, setRows] = useState<ReadonlyMap<Key, Row>>(new Map());
  const last = useRef<Key>(undefined);
  return {
    rows,
    keyOf: rowKey,
    last,
    has: (row) => rows.has(rowKey(row)),
    set: (changed, on) =>
      setRows((old) => {
        const next = new Map(old);
        for (const row of changed) {
          if (on) next.set(rowKey(row), row);
          else next.delete(rowKey(row));
        }
        return next;
      }),
    clear: () => setRows(new Map()),
  };
}

export interface Choice<Row, Key = unknown> extends Pick<ChosenRows<Row, Key>, 'has' | 'set' | 'keyOf' | 'last'> {
  /** The colour of a ticked row's box, as CSS; the usual one without it. */
  hue?: ((row: Row) => string) | undefined;
}

interface ChooseColumnOptions<Row> {
  chosen: Choice<Row>;
  /** In place of the head's checkbox, which ticks the page. */
  head?: ReactNode;
  /** Those of the page. */
  rows: readonly Row[];
  name: (row: Row) => string;
  /** Why a row can't be ticked. */
  blocked?: (row: Row) => string | undefined;
}

/** The column of checkboxes; its head ticks the page. Space and Enter on a cell tick it, with Shift all from the last one to it. */
export function chooseColumn<Row>({ chosen, head, rows, name, blocked }: ChooseColumnOptions<Row>): GridColumn<Row> {
  const free = rows.filter((row) => blocked?.(row) === undefined);
  const ticked = free.filter(chosen.has).length;
  return {
    id: 'choose',
    header: 'Selection',
    headerContent: head ?? (
      <input
        type="checkbox"
        className={styles.box}
        tabIndex={-1}
        aria-label="Select all on this page"
        disabled={free.length === 0}
        checked={ticked > 0 && ticked === free.length}
        ref={(box) => {
          if (box) box.indeterminate = ticked > 0 && ticked < free.length;
        }}
        onChange={(event) => chosen.set(free, event.currentTarget.checked)}
      />
    ),
    width: 44,
    pinned: true,
    cell: (row) => (
      <ChooseBox row={row} among={free} chosen={chosen} name={name(row)} blocked={blocked?.(row)} inGrid />
    ),
  };
}

/** One row's checkbox, also for the narrow form of the table. */
export function ChooseBox<Row>(props: {
  row: Row;
  /** Those that can be ticked, in their order; by default this one. */
  among?: readonly Row[];
  chosen: Choice<Row>;
  name: string;
  blocked: string | undefined;
  inGrid?: boolean;
}) {
  const { row, among = [row], chosen, name, blocked } = props;
  function change({ nativeEvent, currentTarget }: ChangeEvent<HTMLInputElement>) {
    // React tells of a checkbox's change by the click.
    const upTo = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    chosen.set(upTo ? rowsBetween(among, chosen, row) : [row], currentTarget.checked);
    chosen.last.current = chosen.keyOf(row);
  }
  const hue = chosen.has(row) ? chosen.hue?.(row) : undefined;
  return (
    <input
      type="checkbox"
      className={styles.box}
      data-hue={hue && true}
      // React types know no custom properties.
      style={hue === undefined ? undefined : ({ '--hue': hue } as CSSProperties)}
      tabIndex={props.inGrid ? -1 : undefined}
      aria-label={`Select ${name}`}
      title={blocked}
      disabled={blocked !== undefined}
      checked={chosen.has(row)}
      // Else the text between two presses with Shift is marked.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={change}
    />
  );
}

/** From the row that was ticked last to this one, or this one alone where that is not here any more. */
function rowsBetween<Row>(among: readonly Row[], { keyOf, last }: Choice<Row>, row: Row): readonly Row[] {
  const [from, to] = [last.current, keyOf(row)].map((key) => among.findIndex((one) => keyOf(one) === key));
  if (from === undefined || to === undefined || from < 0 || to < 0) return [row];
  return among.slice(Math.min(from, to), Math.max(from, to) + 1);
}
