import { Menu } from '@mantine/core';
import { Square, SquareCheck, SquareMinus } from 'lucide-react';
import { formatCount } from '#ui/format/numbers.ts';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { allSelected, isSelected, nothingSelected, type Selection, select } from './selection.ts';
import styles from './selection-bar.module.css';

interface SelectMenuProps {
  /** Those of the page, in its order. */
  ids: readonly number[];
  /** How many the filter finds. */
  total: number;
  selection: Selection;
  /** There is no page: those that have been read. */
  endless: boolean;
  onSelect: (selection: Selection) => void;
}

const firstFew = [5, 10, 25] as const;

/** The head of the column of checkboxes: ticks several at once. */
export function SelectMenu({ ids, total, selection, endless, onSelect }: SelectMenuProps) {
  const ticked = ids.filter((id) => isSelected(selection, id)).length;
  const first = (count: number) => onSelect(select(nothingSelected, ids.slice(0, count), true));
  return (
    <Menu keepMounted={false} position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton
          size="xs"
          icon={ticked === 0 ? Square : ticked === ids.length ? SquareCheck : SquareMinus}
          name="Select rows"
          className={styles.head}
          tabIndex={-1}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onSelect(nothingSelected)}>Clear selected</Menu.Item>
        {firstFew.map((count) => (
          <Menu.Item key={count} onClick={() => first(count)}>
            Select first {count}
          </Menu.Item>
        ))}
        <Menu.Item
          rightSection={`${ids.length} ${endless ? 'read' : 'on this page'}`}
          onClick={() => first(ids.length)}
        >
          Select all
        </Menu.Item>
        <Menu.Item onClick={() => onSelect(allSelected)}>All {formatCount(total)} that match</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
