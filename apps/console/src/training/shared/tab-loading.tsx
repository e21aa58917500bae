import { LoaderCircle } from 'lucide-react';
import { Icon } from '#ui/primitives/icon.tsx';
import { Loading } from '#ui/primitives/skeleton.tsx';
import styles from './tab-loading.module.css';

/** A part of the page that is on its way, in the specification's words. */
export function TabLoading({ words }: { words: string }) {
  return (
    <div className={styles.loading}>
      <Loading words={words}>
        <span className={styles.words}>
          <Icon of={LoaderCircle} size={16} className={styles.turn} />
          {words}
        </span>
      </Loading>
    </div>
  );
}
