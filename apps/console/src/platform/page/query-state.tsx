import { CallError } from '@determined/contract/client.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isForbidden, isNotFound, messageOf } from '#platform/api/console-error.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ErrorState } from '#ui/primitives/notice.tsx';

/**
 * One widget's data: old data stays in sight while new is asked for, a failure stays in its own box with Retry, and
 * `loading` stands only for what has never been there.
 */
export function QueryState<Data>(props: {
  query: UseQueryResult<Data, Error>;
  loading: ReactNode;
  /** The specification's words for the failure. */
  failed: string;
  children: (data: Data) => ReactNode;
}) {
  const { query } = props;
  if (query.data !== undefined) return props.children(query.data);
  if (query.isError)
    return <QueryFailure title={props.failed} error={query.error} retry={() => void query.refetch()} />;
  return props.loading;
}

export function QueryFailure(props: { title: string; words?: string; error: Error; retry: () => void }) {
  const { title, words, error, retry } = props;
  return (
    <ErrorState title={title} actions={<Button onClick={retry}>Retry</Button>}>
      {words ? `${words} ` : null}
      {error instanceof CallError ? (
        <>
          {messageOf(error)} <RequestId of={error} />
        </>
      ) : null}
    </ErrorState>
  );
}

/** What an administrator finds the request by in the server's log. */
function RequestId({ of: { response } }: { of: CallError }) {
  const id = response.headers.get('x-request-id');
  return id ? (
    <small>
      Request <span className="mono">{id}</span>
    </small>
  ) : null;
}

/** A page's own thing that is not there, or not for this user: the not-found page takes over. */
export function throwIfHidden(error: Error | null): void {
  if (error && (isNotFound(error) || isForbidden(error))) throw notFound();
}
