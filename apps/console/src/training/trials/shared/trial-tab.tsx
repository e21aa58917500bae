import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { useThingWords } from '#platform/switches/thing-words.ts';
import { later } from '#ui/primitives/later.tsx';
import { hasNoHyperparameters, type Searcher } from '../../shared/experiment.ts';
import { TabLoading } from '../../shared/tab-loading.tsx';
import { retentionWords, type Trial } from '../../shared/trial.ts';
import { useExperiment } from '../../shared/use-experiment.ts';
import { HyperparameterTable } from '../detail/hyperparameter-table.tsx';
import { TrialOverview } from '../detail/trial-overview.tsx';
import styles from './trial-tab.module.css';
import { useLogRetention } from './use-log-retention.ts';

// Tabs that bring the grid, the log viewer or pins along: each arrives when it is opened.
const meanwhile = () => <TabLoading words="Loading..." />;
const TrialMetrics = later(async () => (await import('../detail/metrics/trial-metrics.tsx')).TrialMetrics, meanwhile);
const TrialLog = later(async () => (await import('./trial-log.tsx')).TrialLog, meanwhile);
const Profiler = later(async () => (await import('#training/profiler/shared/profiler.tsx')).Profiler, meanwhile);
const TrialHyperparameters = later(
  async () => (await import('../detail/trial-hyperparameters.tsx')).TrialHyperparameters,
  meanwhile,
);
const CheckpointTable = later(
  async () => (await import('#training/checkpoints/shared/checkpoint-table.tsx')).CheckpointTable,
  meanwhile,
);

const LABELS = {
  overview: 'Overview',
  metrics: 'Metrics',
  hyperparameters: 'Hyperparameters',
  checkpoints: 'Checkpoints',
  profiler: 'Profiler',
  logs: 'Logs',
};

export type TrialTabKey = keyof typeof LABELS;

/** The words of a tab; logs say how long they are still kept. */
export function TrialTabLabel({ tab, trialId }: { tab: TrialTabKey; trialId: number | undefined }) {
  return (
    <>
      {LABELS[tab]}
      {tab === 'logs' && trialId !== undefined && <Retention trialId={trialId} />}
    </>
  );
}

function Retention({ trialId }: { trialId: number }) {
  const days = useLogRetention(trialId);
  return days === undefined ? null : <span className="muted"> {retentionWords(days)}</span>;
}

interface TrialTabProps {
  tab: TrialTabKey;
  trial: Trial;
  searcher: Searcher;
  /** The only trial of the experiment whose page shows it. */
  only?: boolean;
}

/** One tab of a trial: on its own page, and on that of an experiment of one trial. */
export function TrialTab(props: TrialTabProps) {
  return (
    <div key={props.trial.id} className={styles.spread}>
      <Content {...props} />
    </div>
  );
}

function Content({ tab, trial, searcher, only }: TrialTabProps) {
  switch (tab) {
    case 'overview':
      return <TrialOverview trial={trial} searcher={searcher} />;
    case 'metrics':
      return <TrialMetrics trial={trial} />;
    case 'hyperparameters':
      return <Hyperparameters trial={trial} searcher={searcher} />;
    case 'checkpoints':
      return <CheckpointTable trial={trial} searcher={searcher} only={only} />;
    case 'profiler':
      return <Profiler trial={trial} />;
    case 'logs':
      return <TrialLog trial={trial} />;
  }
}

/** A run that stands by itself has its values alone, as has one of a search that tries no others. */
function Hyperparameters({ trial, searcher }: { trial: Trial; searcher: Searcher }) {
  const { flat } = useThingWords();
  const { experiment, config } = useExperiment(trial.experimentId).data ?? {};
  const { workspaceId = 0, userId = 0 } = experiment ?? {};
  const may = useMay()(canViewExperimentArtifacts, { workspaceId, ownerId: userId });
  if (flat || !may || !experiment || hasNoHyperparameters(searcher)) {
    return <HyperparameterTable hparams={trial.hparams} />;
  }
  return <TrialHyperparameters {...{ trial, experiment, config, searcher }} />;
}
