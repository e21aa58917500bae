import { useInterval } from '@mantine/hooks';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ServerOff, TriangleAlert } from 'lucide-react';
import { consoleError, isMissingFile, isUnreachable, messageOf } from '#platform/api/console-error.ts';
import { reach } from '#platform/api/reach.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import styles from './pages.module.css';

const lookEveryMs = 2_000;

/** A page that could not be drawn: the server is away, its answer makes no sense, or the page itself is broken. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  // A file that did not come is not fetched again within the same page.
  const again = () =>
    reach('/info').then(
      ({ ok }) => ok && (isMissingFile(error) ? window.location.reload() : router.invalidate()),
      () => {},
    );
  const unreachable = isUnreachable(error);
  const fatal = consoleError(error).level === 'fatal';
  // A server that was only restarted is found again without a press.
  const look = () => {
    if (unreachable && !document.hidden) again();
  };
  useInterval(look, lookEveryMs, { autoInvoke: true });
  return (
    <main id="main" className={styles.centre} tabIndex={-1}>
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
            actions={
              <>
                <Button variant="primary" onClick={() => window.location.reload()}>
                  Refresh
                </Button>
                <Link to="/" className={buttonClass()} reloadDocument>
                  Back to Home
                </Link>
              </>
            }
          >
            <p className={fatal ? undefined : styles.code}>{messageOf(error)}</p>
            {fatal ? <p>The console and the server may be of different versions.</p> : null}
          </EmptyState>
        )}
      </div>
    </main>
  );
}
