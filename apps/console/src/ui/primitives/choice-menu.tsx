import { Menu } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { Button } from './button.tsx';
import styles from './choice-menu.module.css';
import { Icon } from './icon.tsx';

/** A quiet button that says what is chosen and opens the choice: `Sort: Alphabetical`. */
export function ChoiceMenu<Value extends string>(props: {
  name: string;
  options: { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const chosen = props.options.find((option) => option.value === props.value);
  return (
    <Menu keepMounted={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="quiet">
          <span className={styles.said}>
            <span className={styles.name}>{props.name}: </span>
            {chosen?.label}
          </span>
          <Icon of={ChevronDown} size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={props.value}
          // The group speaks of texts; only the options' own values are in it.
          onChange={(value) => props.onChange(value as Value)}
        >
          {props.options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              closeMenuOnClick
              checkIcon={<Icon of={Check} size={14} />}
            >
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
