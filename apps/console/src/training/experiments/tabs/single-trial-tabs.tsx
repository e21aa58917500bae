import { Link, Navigate } from '@tanstack/react-router';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { TabBar } from '#platform/page/tab-bar.tsx';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { useTrial } from '#training/shared/use-trial.ts';
import { TrialTab, type TrialTabKey, TrialTabLabel } from '#training/trials/shared/trial-tab.tsx';
import { later } from '#ui/primitives/later.tsx';
import { EmptyState, ErrorState } from '#ui/primitives/notice.tsx';
import { searchOfOtherTab } from '../../shared/detail-route.ts';
import { isSettled } from '../../shared/experiment.ts';
import { HpSearchButton } from '../../shared/hp-search/hp-search-button.tsx';
import { TabLoading } from '../../shared/tab-loading.tsx';
import { latestTaskId, trialHasEnded } from '../../shared/trial.ts';
import type { ExperimentDetails } from '../detail/experiment-details.ts';
import { useExperimentPlace } from '../detail/use-experiment-place.ts';
import { isHyperparameterChart, notApplicable } from '../visualization/visualizations.ts';
import { ExperimentTab, type ExperimentTabKey, experimentTabs, isExperimentTab } from './experiment-tab.tsx';

const LogPreview = later(async () => (await import('#tasks/logs/shared/log-preview.tsx')).LogPreview);

/** An experiment of one trial shows that trial. */
export function SingleTrialTabs(details: ExperimentDetails) {
  const { experiment, searcher } = details;
  const may = useMay();
  const { tab, viz } = useExperimentPlace();
  const trialId = experiment.trialIds[0];
  const query = useTrial(trialId);
  const trial = query.data?.trial ?? undefined;

  const artifacts = may(canViewExperimentArtifacts, {
    workspaceId: experiment.workspaceId,
    ownerId: experiment.userId,
  });
  const open: (TrialTabKey | ExperimentTabKey)[] = artifacts
    ? ['overview', 'metrics', 'hyperparameters', 'checkpoints', 'code', 'notes', 'profiler', 'logs']
    : ['overview', 'hyperparameters', 'notes'];
  const off: Partial<Record<string, string>> = {
    code: experiment.modelDefinitionSize === 0 ? 'Code file non-exist.' : undefined,
    profiler: experiment.unmanaged ? 'Not available for unmanaged workloads' : undefined,
  };
  const current = open.find((one) => one === tab && !off[one]);
  const params = { experimentId: String(experiment.id) };
  const unsupported = isHyperparameterChart(viz);
  if (!current && !unsupported)
    return <Navigate to="/experiments/$experimentId/{-$tab}" params={{ ...params, tab: 'overview' }} search replace />;

  return (
    <>
      <TabBar
        row
        name={worded`Experiment ${experiment.id}`}
        tabs={open.map((key) => ({
          key,
          label: isExperimentTab(key) ? experimentTabs[key] : <TrialTabLabel tab={key} trialId={trialId} />,
          disabledReason: off[key],
          count: key === 'checkpoints' && experiment.checkpointCount > 0 ? experiment.checkpointCount : undefined,
          link: {
            to: '/experiments/$experimentId/{-$tab}',
            params: { ...params, tab: key },
            search: searchOfOtherTab,
          },
        }))}
      />
      {current === undefined ? (
        <ErrorState title={notApplicable} />
      ) : isExperimentTab(current) ? (
        <ExperimentTab tab={current} {...details} />
      ) : trial ? (
        <>
          {current === 'hyperparameters' && !experiment.unmanaged && (
            <Tools name="Hyperparameters">
              <ToolsEnd>
                <HpSearchButton subject={{ ...experiment, hparams: trial.hparams }} />
              </ToolsEnd>
            </Tools>
          )}
          <TrialTab only tab={current} trial={trial} searcher={searcher} />
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
          title={worded`Unable to fetch experiment trial detail`}
          error={query.error}
          retry={() => void query.refetch()}
        />
      ) : trialId === undefined && isSettled(experiment.state) ? (
        <EmptyState title={worded`Experiment will not have trials`} />
      ) : (
        <TabLoading words={worded`Waiting for trial(s)...`} />
      )}
    </>
  );
}
