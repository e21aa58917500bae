import { getFailuresRoute } from '@determined/contract/training/failures-ext-routes.ts';
import { Link } from '@tanstack/react-router';
import { useCallQuery } from '#platform/api/call.ts';
import { useMay } from '#platform/session/may.ts';
import { useThingWords, worded } from '#platform/switches/thing-words.ts';
import { FailureStrip, TrialFailure } from '#training/shared/trial-failure.tsx';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { plural } from '#ui/format/words.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import type { Experiment } from '../../shared/experiment.ts';

/** Why the trial of an experiment failed, or the last of those of a search that did. */
export function ExperimentFailure({ experiment, single }: { experiment: Experiment; single: boolean }) {
  const { id, workspaceId, userId, trialIds, state } = experiment;
  const may = useMay()(getFailuresRoute.needs, { workspaceId, ownerId: userId });
  const { flat } = useThingWords();
  const [trialId] = trialIds;
  if (!may || trialId === undefined) return null;
  if (!single) return <SearchFailure experimentId={id} />;
  if (state !== 'STATE_ERROR') return null;
  const params = { experimentId: String(id), tab: 'logs' };
  return (
    <TrialFailure
      experimentId={id}
      trialId={trialId}
      logLink={(hash, words) => {
        const shown = { hash, className: buttonClass(), children: words };
        // The page of a search has no log: its run's has.
        return flat ? (
          <Link
            to="/experiments/$experimentId/trials/$trialId/{-$tab}"
            params={{ ...params, trialId: String(trialId) }}
            {...shown}
          />
        ) : (
          <Link to="/experiments/$experimentId/{-$tab}" params={params} {...shown} />
        );
      }}
    />
  );
}

function SearchFailure({ experimentId }: { experimentId: number }) {
  const { data } = useCallQuery(getFailuresRoute, { params: { experimentId }, query: { limit: 1 } });
  const [failure] = data?.failures ?? [];
  if (!data || !failure) return null;
  return (
    <FailureStrip
      failure={failure}
      who={
        <>
          {data.total > 1 ? `${plural(data.total, worded`trial`)} failed, the last of them ` : ''}
          <TrialLink experimentId={experimentId} trialId={failure.trialId}>
            {worded`trial ${failure.trialId}`}
          </TrialLink>
          .{' '}
        </>
      }
    >
      <Link
        to="/experiments/$experimentId/{-$tab}"
        params={{ experimentId: String(experimentId), tab: 'trials' }}
        search={{ trials: 'failures' }}
        className={buttonClass()}
      >
        {worded`Why trials failed`}
      </Link>
    </FailureStrip>
  );
}
