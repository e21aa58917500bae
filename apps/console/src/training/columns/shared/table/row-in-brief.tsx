import type { ReactNode } from 'react';
import { StateIcon } from '#ui/primitives/state-badge.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import styles from './column-table.module.css';
import { LeftMark } from './left/left-mark.tsx';
import { aboutRow } from './look/about-row.ts';
import { isMetric } from './rows-request.ts';
import { progressOf } from './table-cell.tsx';
import type { TableKind, TableRow } from './table-kind.ts';

interface RowInBriefProps<Row extends TableRow> {
  kind: TableKind<Row>;
  row: Row;
  shown: readonly string[];
  choose: ReactNode;
  /** What leads to what it stands for. */
  link: ReactNode;
  menu: ReactNode;
  cell: (column: string) => ReactNode;
  /** What the last act left it as it was for. */
  left: string | undefined;
}

/** A row in two lines. */
export function RowInBrief<Row extends TableRow>(props: RowInBriefProps<Row>) {
  const { kind, row, shown, cell, left } = props;
  return (
    <CompactRow
      glyph={
        <span className={styles.glyph}>
          {left === undefined ? <StateIcon state={row.state} progress={progressOf(row)} /> : <LeftMark reason={left} />}
          {props.choose}
        </span>
      }
      name={props.link}
      value={cell(shown.find((id) => isMetric(kind, id)) ?? 'searcherMetricsVal')}
      about={left ?? aboutRow(kind, row, shown)}
      side={cell('curve')}
      menu={props.menu}
    />
  );
}
