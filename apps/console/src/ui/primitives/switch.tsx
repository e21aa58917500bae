import type { ReactNode } from 'react';
import styles from './switch.module.css';
import { useShownAtOnce } from './use-shown-at-once.ts';

export function Switch(props: {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  const [shown, show] = useShownAtOnce(props.checked);
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={shown}
        checked={shown}
        disabled={props.disabled}
        onChange={(event) => {
          show(event.currentTarget.checked);
          props.onChange(event.currentTarget.checked);
        }}
      />
      {props.children}
    </label>
  );
}
