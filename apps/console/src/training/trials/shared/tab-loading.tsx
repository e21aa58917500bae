import { LoaderCircle } from 'lucide-react';
import { Icon } from '#ui/primitives/icon.tsx';
import { Loading } from '#ui/primitives/skeleton.tsx';
import styles from './trial-parts.module.css';

/** A part of the page that is on its way, in the specification's words. */
export function TabLoading({ words }: { words: string }) {
  return (
    <div className={styles.loading}>
      <Loading words={words}>
        <span className={styles.loadingWords}>
          <Icon of={LoaderCircle} size={16} className={styles.turn} />
          {words}
        </span>
      </Loading>
    </div>
  );
}
