import type { ReactNode } from 'react';
import { Tooltip } from '#ui/primitives/tooltip.tsx';
import styles from './settings-drawer.module.css';

interface SettingRowProps {
  label: string;
  /** Given where it is not as usual: takes it back. */
  onReset?: () => void;
  /** A muted line below. */
  hint?: ReactNode;
  children: ReactNode;
}

/** Label at the left, control at the right; a dot says that it is not as usual, and takes it back. */
export function SettingRow({ label, onReset, hint, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>
        {label}
        {onReset ? (
          <Tooltip label="Reset">
            <button type="button" className={styles.dot} aria-label={`Reset ${label}`} onClick={onReset} />
          </Tooltip>
        ) : null}
      </span>
      <div className={styles.control}>
        {children}
        {hint ? <p className={styles.hint}>{hint}</p> : null}
      </div>
    </div>
  );
}
