import { useMemo } from 'react';
import { useRead } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { firstRequest } from '../../columns/shared/table/rows-request.ts';
import { type Experiment, isSettled } from '../../shared/experiment.ts';
import styles from './only-run.module.css';
import { runsOfSearch } from './run-table-kind.ts';

/** Whether there is another one is all that is asked. */
const enough = 2;

/** The way to the run of a search that has but one. */
export function OnlyRun({ experiment: { id, projectId, state } }: { experiment: Experiment }) {
  const kind = useMemo(() => runsOfSearch(id), [id]);
  const request = firstRequest(kind, projectId, enough);
  const query = useRead(kind.read(request), { poll: isSettled(state) ? false : pollEvery.store });
  if (query.error) {
    return (
      <p role="alert" className={styles.problem}>
        Failed to fetch run information for search. {messageOf(query.error)}{' '}
        <Button size="xs" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  const [run, another] = query.data?.rows ?? [];
  if (!run || another) return null;
  return (
    <p className={styles.only}>
      Its only run:{' '}
      <TrialLink experimentId={id} trialId={run.id}>
        Run {run.id}
      </TrialLink>
    </p>
  );
}
