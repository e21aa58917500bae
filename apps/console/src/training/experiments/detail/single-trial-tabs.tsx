import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { Navigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { TabBar } from '#platform/page/tab-bar.tsx';
import { useMay } from '#platform/session/may.ts';
import { HyperparameterTable } from '#training/trials/shared/hyperparameter-table.tsx';
import { LogPreview } from '#training/trials/shared/log-preview.tsx';
import { TabLoading } from '#training/trials/shared/tab-loading.tsx';
import { retentionWords, type Trial } from '#training/trials/shared/trial.ts';
import { TrialMetrics } from '#training/trials/shared/trial-metrics.tsx';
import { TrialOverview } from '#training/trials/shared/trial-overview.tsx';
import styles from '#training/trials/shared/trial-parts.module.css';
import { CheckpointTable, TrialLogs } from '#training/trials/shared/trial-tabs.ts';
import { useLogRetention } from '#training/trials/shared/use-log-retention.ts';
import { useTrial } from '#training/trials/shared/use-trial.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { isSettled } from '../shared/experiment.ts';
import type { ExperimentDetails } from './experiment-details.ts';

type Tab = 'overview' | 'metrics' | 'hyperparameters' | 'checkpoints' | 'logs';
const LABELS: Record<Tab, string> = {
  overview: 'Overview',
  metrics: 'Metrics',
  hyperparameters: 'Hyperparameters',
  checkpoints: 'Checkpoints',
  logs: 'Logs',
};

/** An experiment of one trial shows that trial. */
export function SingleTrialTabs(details: ExperimentDetails) {
  const { experiment } = details;
  const may = useMay();
  const { tab } = useParams({ strict: false });
  const trialId = experiment.trialIds[0];
  const query = useTrial(trialId);
  const retention = useLogRetention(trialId);
  const trial = query.data?.trial ?? undefined;

  const artifacts = may(getLogLinesRoute.needs, { workspaceId: experiment.workspaceId, ownerId: experiment.userId });
  const open: Tab[] = artifacts
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
          label: key === 'logs' && retention !== undefined ? <LogsLabel days={retention} /> : LABELS[key],
          count: key === 'checkpoints' && experiment.checkpointCount > 0 ? experiment.checkpointCount : undefined,
          link: { to: '/experiments/$experimentId/{-$tab}', params: { ...params, tab: key } },
        }))}
      />
      {trial ? (
        <>
          <Suspense fallback={<TabLoading words="Loading..." />}>
            <div className={styles.spread}>
              <TrialTab {...details} tab={current} trial={trial} />
            </div>
          </Suspense>
          {current !== 'logs' && artifacts && <LogPreview trial={trial} experimentId={experiment.id} />}
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

function LogsLabel({ days }: { days: number }) {
  return (
    <>
      Logs <span className="muted">{retentionWords(days)}</span>
    </>
  );
}

interface TrialTabProps extends ExperimentDetails {
  tab: Tab;
  trial: Trial;
}

function TrialTab({ tab, trial, searcher }: TrialTabProps) {
  switch (tab) {
    case 'overview':
      return <TrialOverview trial={trial} searcher={searcher} />;
    case 'metrics':
      return <TrialMetrics trial={trial} />;
    case 'hyperparameters':
      return <HyperparameterTable hparams={trial.hparams} />;
    case 'checkpoints':
      return <CheckpointTable trial={trial} searcher={searcher} />;
    case 'logs':
      return <TrialLogs trial={trial} />;
  }
}
