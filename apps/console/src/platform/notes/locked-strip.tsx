import { Lock } from 'lucide-react';
import { Icon } from '#ui/primitives/icon.tsx';
import styles from './notes.module.css';

/** Says why notes can only be read, where that is so. */
export function LockedStrip({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <p className={styles.locked}>
      <Icon of={Lock} size={14} /> {reason}
    </p>
  );
}
