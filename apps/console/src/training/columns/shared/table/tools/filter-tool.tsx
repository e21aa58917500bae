import { useElementSize } from '@mantine/hooks';
import { ListFilter, X } from 'lucide-react';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { conditionsIn, type FilterField } from '../../filter-set.ts';
import { useValueNames } from '../../value-names.ts';
import { inBrief } from '../../words/filter-words.ts';
import type { ProjectTable } from '../project-table.ts';
import { labelOf, type TableKind } from '../table-kind.ts';
import styles from './table-tools.module.css';

type Named = Pick<TableKind, 'facts'>;

interface FilterToolProps {
  kind: Named;
  table: ProjectTable;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Opens what builds the filter; closed, each of its conditions stands beside as a chip that can be taken away. */
export function FilterTool({ kind, table: { filter, setFilter }, open, onOpen }: FilterToolProps) {
  const count = conditionsIn(filter);
  return (
    <>
      <Button variant="quiet" aria-expanded={open} aria-pressed={open} onClick={() => onOpen(!open)}>
        <Icon of={ListFilter} size={14} />
        <span>
          Filter <span className="muted">{count}</span>
        </span>
      </Button>
      {open || count === 0 ? null : <FilterChips {...{ kind, filter, setFilter }} onOpen={() => onOpen(true)} />}
    </>
  );
}

/** Chips that need more than so many pixels, which is more than a line, are told as a number. */
const mostChipsHeight = 48;

/** Exported for its test. */
export const chipsCollapse = (height: number): boolean => height > mostChipsHeight;

type FilterChipsProps = Pick<ProjectTable, 'filter' | 'setFilter'> & { kind: Named; onOpen: () => void };

function FilterChips({ kind, filter, setFilter, onOpen }: FilterChipsProps) {
  // Collapsed, they keep their place without being seen: so it is known when there is room for them again.
  const { ref, height } = useElementSize<HTMLUListElement>();
  const collapsed = chipsCollapse(height);
  const names = {
    labelName: ({ columnName }: FilterField) => labelOf(kind, columnName),
    valueName: useValueNames(filter),
  };
  const chips = filter.children.map((child) => inBrief(child, names));
  return (
    <>
      {collapsed ? (
        <Button size="xs" aria-expanded={false} onClick={onOpen}>
          {conditionsIn(filter)} conditions
        </Button>
      ) : null}
      <div className={styles.chipsRoom} data-collapsed={collapsed}>
        <ul ref={ref} className={styles.chips} aria-label="Conditions">
          {chips.map((words, index) => (
            // A chip is its place in the filter.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} className={styles.chip}>
              <span>{words}</span>
              <IconButton
                size="xs"
                icon={X}
                name={`Remove ${words}`}
                onClick={() => setFilter({ ...filter, children: filter.children.toSpliced(index, 1) })}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
