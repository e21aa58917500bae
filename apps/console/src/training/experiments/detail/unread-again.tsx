import type { UseQueryResult } from '@tanstack/react-query';
import { useServerAway } from '#platform/api/reach.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { Button } from '#ui/primitives/button.tsx';
import styles from './waiting-reason.module.css';

/** What a page shows stays when it cannot be read again, and that is said; that the server is away says the shell. */
export function UnreadAgain({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const away = useServerAway();
  if (!query.error || away) return null;
  return (
    <p role="status" className={styles.reason}>
      {worded`Unable to fetch experiment data.`}{' '}
      <Button size="xs" onClick={() => void query.refetch()}>
        Retry
      </Button>
    </p>
  );
}
