import { formatCount } from '../../format/numbers.ts';
import styles from '../line-chart.module.css';

/** Longer tables than that nobody reads; the page's own table has them all. */
const MOST_ROWS = 500;

export interface PointsColumn {
  name: string;
  cell: (row: number) => string;
}

interface PointsTableProps {
  caption: string;
  /** The first one names the row. */
  columns: PointsColumn[];
  /** In the order they are shown. */
  rows: readonly number[];
  height: number;
}

/** A chart of points as numbers. */
export function PointsTable({ caption, columns, rows, height }: PointsTableProps) {
  const [head, ...others] = columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by key
    <div className={styles.tableBox} style={{ maxHeight: height }} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          {caption}
          {rows.length > MOST_ROWS && ` The first ${MOST_ROWS} of ${formatCount(rows.length)} are listed.`}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row) => (
            <tr key={row}>
              <th scope="row">{head?.cell(row)}</th>
              {others.map((column) => (
                <td key={column.name}>{column.cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
