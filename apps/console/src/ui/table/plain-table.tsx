import type { ReactNode } from 'react';
import table from '../primitives/table.module.css';
import { useIsMobile } from '../theme/use-is-mobile.ts';

/** One column of a PlainTable. */
export interface PlainColumn<Row> {
  id: string;
  header: string;
  /** In pixels or per cent; without one it shares what is left over. */
  width?: number | string;
  /** `number` stands at the right, `quiet` is muted, `action` holds a menu and has no head. */
  look?: 'number' | 'quiet' | 'action';
  /** The tooltip of a cell. */
  title?: (row: Row) => string;
  cell: (row: Row) => ReactNode;
}

/** A row on a narrow screen: name, a muted line about it, and what stands at the right of both. */
export interface PlainLine {
  name: ReactNode;
  about: ReactNode;
  aside?: ReactNode;
}

interface PlainTableProps<Row> {
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Narrower than this, in pixels, it scrolls sideways. */
  minWidth?: number;
  /** Its name, where it scrolls and no cell takes the focus: then it scrolls by the keyboard. */
  scrolls?: string;
  /** On a narrow screen a list of two lines a row stands instead. */
  line?: (row: Row) => PlainLine;
}

/** A table of some dozen rows at most, drawn whole; long ones are a DataGrid. */
export function PlainTable<Row>({ columns, rows, rowKey, minWidth, scrolls, line }: PlainTableProps<Row>) {
  const mobile = useIsMobile();
  if (mobile && line) return <PlainList rows={rows} rowKey={rowKey} line={line} />;
  return (
    <div className={table.box} {...(scrolls && { role: 'region', 'aria-label': scrolls, tabIndex: 0 })}>
      <table className={table.table} style={{ minWidth }}>
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ id, header, look }) => (
              <th key={id} scope="col" className={look === 'number' ? table.number : undefined}>
                {look === 'action' ? <span className="visually-hidden">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, look, title, cell }) => (
                <td key={id} className={look && table[look]} title={title?.(row)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PlainList<Row>({ rows, rowKey, line }: Required<Pick<PlainTableProps<Row>, 'rows' | 'rowKey' | 'line'>>) {
  return (
    <ul className={table.list}>
      {rows.map((row) => {
        const { name, about, aside } = line(row);
        return (
          <li key={rowKey(row)}>
            <span className={table.cell}>{name}</span>
            <p>{about}</p>
            {aside && <span className={table.aside}>{aside}</span>}
          </li>
        );
      })}
    </ul>
  );
}
