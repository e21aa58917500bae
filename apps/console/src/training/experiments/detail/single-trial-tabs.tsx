import { Link, Navigate } from '@tanstack/react-router';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { TabBar } from '#platform/page/tab-bar.tsx';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { LogPreview } from '#tasks/logs/shared/log-preview.tsx';
import { useTrial } from '#training/shared/use-trial.ts';
import { TrialTab, type TrialTabKey, TrialTabLabel } from '#training/trials/shared/trial-tab.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { searchOfOtherTab } from '../../shared/detail-route.ts';
import { isSettled } from '../../shared/experiment.ts';
import { TabLoading } from '../../shared/tab-loading.tsx';
import { latestTaskId, trialHasEnded } from '../../shared/trial.ts';
import type { ExperimentDetails } from './experiment-details.ts';
import { useExperimentPlace } from './use-experiment-place.ts';

/** An experiment of one trial shows that trial. */
export function SingleTrialTabs({ experiment, searcher }: ExperimentDetails) {
  const may = useMay();
  const { tab } = useExperimentPlace();
  const trialId = experiment.trialIds[0];
  const query = useTrial(trialId);
  const trial = query.data?.trial ?? undefined;

  const artifacts = may(canViewExperimentArtifacts, {
    workspaceId: experiment.workspaceId,
    ownerId: experiment.userId,
  });
  const open: TrialTabKey[] = artifacts
    ? ['overview', 'metrics', 'hyperparameters', 'checkpoints', 'logs']
    : ['overview', 'hyperparameters'];
  const current = open.find((one) => one === tab);
  const params = { experimentId: String(experiment.id) };
  if (!current)
    return <Navigate to="/experiments/$experimentId/{-$tab}" params={{ ...params, tab: 'overview' }} search replace />;

  return (
    <>
      <TabBar
        row
        name={`Experiment ${experiment.id}`}
        tabs={open.map((key) => ({
          key,
          label: <TrialTabLabel tab={key} trialId={trialId} />,
          count: key === 'checkpoints' && experiment.checkpointCount > 0 ? experiment.checkpointCount : undefined,
          link: {
            to: '/experiments/$experimentId/{-$tab}',
            params: { ...params, tab: key },
            search: searchOfOtherTab,
          },
        }))}
      />
      {trial ? (
        <>
          <TrialTab tab={current} trial={trial} searcher={searcher} />
          {current !== 'logs' && artifacts && (
            <LogPreview
              taskId={latestTaskId(trial)}
              live={!trialHasEnded(trial.state)}
              link={
                <Link to="/experiments/$experimentId/{-$tab}" params={{ ...params, tab: 'logs' }}>
                  View logs
                </Link>
              }
            />
          )}
        </>
      ) : query.error && trialId !== undefined ? (
        <QueryFailure
          title="Unable to fetch experiment trial detail"
          error={query.error}
          retry={() => void query.refetch()}
        />
      ) : trialId === undefined && isSettled(experiment.state) ? (
        <EmptyState title="Experiment will not have trials" />
      ) : (
        <TabLoading words="Waiting for trial(s)..." />
      )}
    </>
  );
}
