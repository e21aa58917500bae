import { Menu } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import styles from './hyperparameter-choice.module.css';
import { shownHyperparameters } from './shown-hyperparameters.ts';

interface HyperparameterChoiceProps {
  all: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Which hyperparameters are drawn. Without a choice it is the first ten. */
export function HyperparameterChoice({ all, chosen, onChange }: HyperparameterChoiceProps) {
  const shown = shownHyperparameters(chosen, all);
  const toggled = (name: string) => all.filter((one) => (one === name ? !shown.includes(one) : shown.includes(one)));
  return (
    <Menu keepMounted={false} withInitialFocusPlaceholder={false} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="quiet" inactive={all.length === 0}>
          <span>
            <span className="muted">HP: </span>
            {shown.length} of {all.length}
          </span>
          <Icon of={ChevronDown} size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.choices}>
        {all.map((name) => (
          <Menu.CheckboxItem
            key={name}
            checked={shown.includes(name)}
            onChange={() => onChange(toggled(name))}
            checkIcon={<Icon of={Check} size={14} />}
          >
            {name}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChange([])}>First 10</Menu.Item>
        <Menu.Item onClick={() => onChange([...all])}>All</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
