import { Menu } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { Button } from '../primitives/button.tsx';
import { Icon } from '../primitives/icon.tsx';
import type { LogField } from './log-filter.ts';
import styles from './log-viewer.module.css';

interface FilterMenuProps {
  field: LogField;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A quiet button that says what of a field is asked for and opens its choices: `Level: Warning, Error`. */
export function FilterMenu({ field, value, onChange }: FilterMenuProps) {
  const labels = value.map((one) => field.options.find((option) => option.value === one)?.label ?? one);
  const words = labels.length > 2 ? `${labels.length} of ${field.options.length}` : labels.join(', ');
  return (
    <Menu keepMounted={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="quiet" size="xs" data-on={value.length > 0 || undefined} className={styles.field}>
          <span>
            {field.name}
            {words && `: ${words}`}
          </span>
          <Icon of={ChevronDown} size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.choices}>
        <Menu.CheckboxGroup value={[...value]} onChange={onChange}>
          {field.options.map((option) => (
            <Menu.CheckboxItem key={option.value} value={option.value} checkIcon={<Icon of={Check} size={14} />}>
              {option.label}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
        {value.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange([])}>All</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
