import {
  endUserSessionRoute,
  endUserSessionsRoute,
  getUserSessionsRoute,
} from '@determined/contract/identity/session-ext-routes.ts';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { toast } from '#platform/toasts.tsx';
import { formatRelative } from '#ui/format/times.ts';
import { plural } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { clientName } from './client-name.ts';
import styles from './settings-drawer.module.css';

/** Where one is signed in; what one does not know can be ended. */
export function SignIns({ userId }: { userId: number }) {
  const query = useCallQuery(getUserSessionsRoute, { params: { userId } });
  const now = useNow(true, 30_000);
  const end = useCall(endUserSessionRoute);
  const endOthers = useCall(endUserSessionsRoute);
  const failed = (error: Error) =>
    reportError(error, { title: 'Unable to end the session.', message: messageOf(error) });
  return (
    <>
      <h3>Sign-ins</h3>
      <QueryState
        query={query}
        failed="Unable to fetch your sign-ins."
        loading={<SkeletonRows words="Loading sign-ins..." widths={[240]} />}
      >
        {({ sessions }) => (
          <>
            <ul className={styles.list} aria-label="Sign-ins">
              {sessions.map(({ id, current, client, address, startedAt, lastUsedAt, remote }) => {
                const used = formatRelative(lastUsedAt ?? startedAt, now);
                return (
                  <li key={id}>
                    <div>
                      <span title={client}>{clientName(client)}</span> {current ? <Tag>this one</Tag> : null}
                      <p>
                        {address || 'unknown address'} · {remote ? 'by a provider · ' : ''}used {used}
                      </p>
                    </div>
                    {current ? null : (
                      <Button
                        size="xs"
                        aria-label={`End the session of ${clientName(client)}, used ${used}`}
                        onClick={() => end.mutate({ params: { userId, sessionId: id } }, { onError: failed })}
                      >
                        End
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
            {sessions.length > 1 ? (
              <div className={styles.buttons}>
                <Button
                  working={endOthers.isPending}
                  onClick={() =>
                    endOthers.mutate(
                      { params: { userId } },
                      { onError: failed, onSuccess: ({ ended }) => toast.done(`Ended ${plural(ended, 'session')}.`) },
                    )
                  }
                >
                  End all others
                </Button>
              </div>
            ) : null}
          </>
        )}
      </QueryState>
    </>
  );
}
