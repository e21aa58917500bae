import type { ReactNode } from 'react';
import { formatCount } from '../format/numbers.ts';
import styles from './table-footer.module.css';

interface TableFooterProps {
  /** Number of the page from 1. */
  page: number;
  pageSize: number;
  pageSizes: readonly number[];
  total: number | undefined;
  /** What the rows are, in the plural. */
  noun: string;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
  /** Further totals after the range. */
  children?: ReactNode;
  /** Words at the end: age of the data. */
  age?: ReactNode;
}

/** Number of pages, at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The strip below a table: range, totals, pager and page size. */
export function TableFooter(props: TableFooterProps) {
  const { page, pageSize, total, noun, onPage } = props;
  const pages = pageCount(total ?? 0, pageSize);
  const first = (page - 1) * pageSize + 1;
  return (
    <div className={styles.footer}>
      <span className={styles.range}>
        {total === undefined
          ? `Loading ${noun}…`
          : total === 0
            ? `No ${noun}`
            : `${formatCount(first)}–${formatCount(Math.min(total, first + pageSize - 1))} of ${formatCount(total)}`}
      </span>
      {props.children}
      <span className={styles.space} />
      {props.age && <span className={styles.age}>{props.age}</span>}
      <nav className={styles.pager} aria-label={`Pages of ${noun}`}>
        <PagerButton label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)} path="M10 3 5 8l5 5" />
        <span>
          Page {formatCount(page)} of {formatCount(pages)}
        </span>
        <PagerButton label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)} path="m6 3 5 5-5 5" />
      </nav>
      <label className={styles.size}>
        <span>Rows per page</span>
        <select value={pageSize} onChange={(event) => props.onPageSize(Number(event.target.value))}>
          {props.pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface PagerButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  path: string;
}

function PagerButton({ label, disabled, onClick, path }: PagerButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
