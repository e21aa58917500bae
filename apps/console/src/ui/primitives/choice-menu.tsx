import { Menu } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { Button } from './button.tsx';
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
    <Menu keepMounted={false}>
      <Menu.Target>
        <Button variant="quiet">
          {props.name}: {chosen?.label}
          <Icon of={ChevronDown} size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {props.options.map((option) => (
          <Menu.Item
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === props.value}
            rightSection={option.value === props.value ? <Icon of={Check} size={14} /> : null}
            onClick={() => props.onChange(option.value)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
