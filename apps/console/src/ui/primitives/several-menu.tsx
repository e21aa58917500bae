import { Menu } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { Button, type ButtonLook } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './several-menu.module.css';
import { useSame } from './use-same.ts';
import { useShownAtOnce } from './use-shown-at-once.ts';

interface SeveralMenuProps extends Pick<ButtonLook, 'size'> {
  name: string;
  options: readonly { value: string; label: string }[];
  /** None: whatever it is. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** All of them, rather than none, is how it is where nothing was chosen. */
  allUsual?: boolean;
}

/** A quiet button that says which of several are asked for and opens the choice: `Level: Warning, Error`. */
export function SeveralMenu({ name, options, size, allUsual, ...owner }: SeveralMenuProps) {
  const [value, show] = useShownAtOnce(useSame(owner.value));
  const onChange = (next: string[]) => {
    show(next);
    owner.onChange(next);
  };
  const labels = value.map((one) => options.find((option) => option.value === one)?.label ?? one);
  const usual = value.length === (allUsual ? options.length : 0);
  const words = usual ? '' : labels.length > 2 ? `${labels.length} of ${options.length}` : labels.join(', ');
  return (
    <Menu keepMounted={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="quiet" size={size} data-on={!usual || undefined} className={styles.button}>
          <span>
            {name}
            {words && `: ${words}`}
          </span>
          <Icon of={ChevronDown} size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.choices}>
        <Menu.CheckboxGroup value={[...value]} onChange={onChange}>
          {options.map((option) => (
            <Menu.CheckboxItem key={option.value} value={option.value} checkIcon={<Icon of={Check} size={14} />}>
              {option.label}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
        {!usual && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange([])}>All</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
