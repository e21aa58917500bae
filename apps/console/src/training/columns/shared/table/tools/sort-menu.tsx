import { Plus, X } from 'lucide-react';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import type { GridSort } from '#ui/table/grid-column.ts';
import type { ProjectTable } from '../project-table.ts';
import { definitionOf } from '../rows-request.ts';
import { labelOf, type TableKind } from '../table-kind.ts';
import styles from './table-tools.module.css';

interface SortMenuProps {
  kind: Pick<TableKind, 'facts' | 'general'>;
  table: ProjectTable;
}

/** What the rows are ordered by: the first column, then those that decide where it leaves them equal. */
export function SortMenu({ kind, table: { shown, sorts, setSorts } }: SortMenuProps) {
  const known = [...new Set([...sorts.map(({ columnId }) => columnId), ...shown, ...kind.general])];
  const sortable = known.filter((id) => kind.facts(id)?.sortable);
  const free = sortable.filter((id) => !sorts.some(({ columnId }) => columnId === id));
  const replace = (at: number, sort: GridSort) => setSorts(sorts.with(at, sort));
  return (
    <section className={styles.sorts} aria-label="Sort">
      <ul>
        {sorts.map((sort, i) => (
          <li key={sort.columnId}>
            <select
              className={styles.field}
              aria-label={i === 0 ? 'Sort by' : 'Then by'}
              value={sort.columnId}
              onChange={(event) => replace(i, { ...sort, columnId: event.currentTarget.value })}
            >
              {[sort.columnId, ...free].map((id) => (
                <option key={id} value={id}>
                  {labelOf(kind, id)}
                </option>
              ))}
            </select>
            <select
              className={styles.field}
              aria-label={`Direction of ${labelOf(kind, sort.columnId)}`}
              value={sort.direction}
              onChange={(event) =>
                replace(i, { ...sort, direction: event.currentTarget.value === 'asc' ? 'asc' : 'desc' })
              }
            >
              <option value="asc">Ascending</option>
              <option value="desc">Descending</option>
            </select>
            <IconButton
              size="xs"
              icon={X}
              name={`Remove ${labelOf(kind, sort.columnId)}`}
              disabledReason={sorts.length === 1 ? 'Rows have some order' : undefined}
              onClick={() => setSorts(sorts.toSpliced(i, 1))}
            />
          </li>
        ))}
      </ul>
      <footer className={styles.foot}>
        <Button
          size="xs"
          inactive={free.length === 0}
          onClick={() => free[0] && setSorts([...sorts, { columnId: free[0], direction: 'asc' }])}
        >
          <Icon of={Plus} size={14} /> Add Sort
        </Button>
        <Button size="xs" variant="quiet" onClick={() => setSorts([definitionOf(kind).defaultSort])}>
          Reset
        </Button>
      </footer>
    </section>
  );
}
