import { LoaderCircle } from 'lucide-react';
import { worded } from '#platform/switches/thing-words.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import styles from './tab-loading.module.css';

/** The specification's words for a chart of something that has not reported enough yet. */
export function NotEnoughData() {
  return (
    <EmptyState title="Not enough data points to plot.">
      <p role="status" className={styles.words}>
        <Icon of={LoaderCircle} size={16} className={styles.turn} />
        {worded`Please wait until the experiment is further along.`}
      </p>
    </EmptyState>
  );
}
