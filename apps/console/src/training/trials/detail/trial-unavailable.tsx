import type { UseQueryResult } from '@tanstack/react-query';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure, throwIfHidden } from '#platform/page/query-state.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { TabLoading } from '../../shared/tab-loading.tsx';

interface TrialUnavailableProps {
  trialId: string;
  query: UseQueryResult<unknown, Error>;
}

/** The page of a trial that is not there yet, cannot be read, or can never be. */
export function TrialUnavailable({ trialId, query }: TrialUnavailableProps) {
  throwIfHidden(query.error);
  const thing = worded`Trial`;
  const title = `${thing} ${trialId}`;
  if (!/^\d+$/.test(trialId)) {
    return (
      <Page title={thing}>
        <EmptyState whole title={`Invalid ${thing} ID ${trialId}`} />
      </Page>
    );
  }
  return (
    <Page title={title}>
      {query.error ? (
        <QueryFailure title={`Unable to fetch ${title}`} error={query.error} retry={() => void query.refetch()} />
      ) : query.isSuccess ? (
        <EmptyState whole title={worded`Waiting for trial to become available.`} />
      ) : (
        <TabLoading words={worded`Fetching trial information...`} />
      )}
    </Page>
  );
}
