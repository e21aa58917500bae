import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Icon } from './icon.tsx';
import styles from './segmented.module.css';
import { useShownAtOnce } from './use-shown-at-once.ts';

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  /** Shows the icon instead of the words; the label stays its name and tooltip. */
  icon?: LucideIcon;
}

/** One of a few, all in sight: a radio group, so arrows move and choose. */
export function Segmented<Value extends string>(props: {
  name: string;
  options: SegmentedOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const group = useId();
  const [shown, show] = useShownAtOnce(props.value);
  return (
    <div role="radiogroup" aria-label={props.name} className={styles.group}>
      {props.options.map((option) => (
        <label key={option.value} className={styles.option} title={option.icon ? option.label : undefined}>
          <input
            type="radio"
            name={group}
            aria-label={option.label}
            checked={option.value === shown}
            onChange={() => {
              show(option.value);
              props.onChange(option.value);
            }}
          />
          {option.icon ? <Icon of={option.icon} size={14} /> : <span>{option.label}</span>}
        </label>
      ))}
    </div>
  );
}
