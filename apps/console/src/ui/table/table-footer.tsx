import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../format/numbers.ts';
import { IconButton } from '../primitives/icon-button.tsx';
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
  /** One list in place of pages can be chosen; so many of its rows are there. */
  endless?: { on: boolean; onChange: (on: boolean) => void; shown: number } | undefined;
  /** Further totals after the range. */
  children?: ReactNode;
  /** Words at the end: age of the data. */
  age?: ReactNode;
}

const endlessChoice = 'endless';

/** Number of pages, at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The strip below a table: range, totals, pager and page size. */
export function TableFooter(props: TableFooterProps) {
  const { page, pageSize, total, noun, onPage, endless } = props;
  const pages = pageCount(total ?? 0, pageSize);
  const first = endless?.on ? 1 : (page - 1) * pageSize + 1;
  const last = endless?.on ? endless.shown : first + pageSize - 1;
  return (
    <div className={styles.footer}>
      <span className={styles.range}>
        {total === undefined
          ? `Loading ${noun}…`
          : total === 0
            ? `No ${noun}`
            : `${formatCount(first)}–${formatCount(Math.min(total, last))} of ${formatCount(total)}`}
      </span>
      {props.children}
      <span className={styles.space} />
      {props.age && <span className={styles.age}>{props.age}</span>}
      {endless?.on ? null : (
        <nav className={styles.pager} aria-label={`Pages of ${noun}`}>
          <IconButton
            size="xs"
            icon={ChevronLeft}
            name="Previous page"
            inactive={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <span>
            Page {formatCount(page)} of {formatCount(pages)}
          </span>
          <IconButton
            size="xs"
            icon={ChevronRight}
            name="Next page"
            inactive={page >= pages}
            onClick={() => onPage(page + 1)}
          />
        </nav>
      )}
      <label className={styles.size}>
        <span>Rows per page</span>
        <select
          aria-label="Rows per page"
          value={endless?.on ? endlessChoice : pageSize}
          onChange={({ target: { value } }) => {
            if (endless && endless.on !== (value === endlessChoice)) endless.onChange(!endless.on);
            if (value !== endlessChoice) props.onPageSize(Number(value));
          }}
        >
          {props.pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
          {endless ? <option value={endlessChoice}>Endless</option> : null}
        </select>
      </label>
    </div>
  );
}
