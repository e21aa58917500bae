import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ServerOff, TriangleAlert } from 'lucide-react';
import { consoleError, isUnreachable, messageOf } from '#platform/api/console-error.ts';
import { Button } from '#ui/primitives/button.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import styles from './pages.module.css';

/** A page that could not be drawn: the server is away, its answer makes no sense, or the page itself is broken. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => void router.invalidate();
  const unreachable = isUnreachable(error);
  const fatal = consoleError(error).level === 'fatal';
  return (
    <main id="main" className={styles.centre}>
      <div role="alert">
        {unreachable ? (
          <EmptyState
            heading="h1"
            icon={ServerOff}
            title="Server is Unreachable"
            actions={
              <Button variant="primary" onClick={again}>
                Try Again
              </Button>
            }
          >
            It does not answer. What runs on the cluster goes on.
          </EmptyState>
        ) : (
          <EmptyState
            heading="h1"
            icon={TriangleAlert}
            title="Unexpected Error: Encountered an error, please refresh."
            actions={<Button onClick={() => window.location.reload()}>Refresh</Button>}
          >
            <span className={fatal ? undefined : styles.code}>{messageOf(error)}</span>
          </EmptyState>
        )}
      </div>
    </main>
  );
}
