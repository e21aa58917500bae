import { LoaderCircle } from 'lucide-react';
import { Icon } from '#ui/primitives/icon.tsx';
import { Loading } from '#ui/primitives/skeleton.tsx';
import styles from './pages.module.css';

/** Before the shell stands, and while a page's script arrives. */
export function LoadingPage() {
  return (
    <div className={styles.centre}>
      <Loading words="Loading...">
        <Icon of={LoaderCircle} size={20} className={styles.turn} />
      </Loading>
    </div>
  );
}
