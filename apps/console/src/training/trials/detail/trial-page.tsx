import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Page } from '#platform/page/page.tsx';
import { TabBar } from '#platform/page/tab-bar.tsx';
import { numberOf } from '#platform/routing/search-params.ts';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { useThingWords, worded } from '#platform/switches/thing-words.ts';
import { reportedSearcher } from '#training/metrics/shared/reported-searcher.ts';
import { useTrial } from '#training/shared/use-trial.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { searchOfOtherTab } from '../../shared/detail-route.ts';
import { type Experiment, type Searcher, searcherOf } from '../../shared/experiment.ts';
import { experimentCrumbs } from '../../shared/experiment-crumbs.tsx';
import { HpSearchButton } from '../../shared/hp-search/hp-search-button.tsx';
import type { Trial } from '../../shared/trial.ts';
import { TrialFailure } from '../../shared/trial-failure.tsx';
import { useExperiment } from '../../shared/use-experiment.ts';
import '../shared/trial-code-slot.ts';
import { TrialTab, type TrialTabKey, TrialTabLabel } from '../shared/trial-tab.tsx';
import { TrialHead } from './trial-head.tsx';
import { TrialHeaderActions } from './trial-header-actions.tsx';
import styles from './trial-pager.module.css';
import { TrialPager } from './trial-pager.tsx';
import { TrialRedirect } from './trial-redirect.tsx';
import { TrialUnavailable } from './trial-unavailable.tsx';

const route = getRouteApi('/signed-in/detail/experiments/$experimentId/trials/$trialId/{-$tab}');

export function TrialPage() {
  const { experimentId, trialId, tab } = route.useParams();
  const id = numberOf(trialId);
  const query = useTrial(id, { keep: true });
  const trial = query.data?.trial ?? undefined;
  const experimentQuery = useExperiment(trial?.experimentId ?? 0, { enabled: trial !== undefined });
  const experiment = experimentQuery.data?.experiment ?? undefined;
  const config = experimentQuery.data?.config;
  const unmanaged = experiment?.unmanaged ?? false;
  const searcher = useMemo(
    () => reportedSearcher(searcherOf(config), unmanaged, trial?.summaryMetrics),
    [config, unmanaged, trial?.summaryMetrics],
  );
  if (id === undefined || !trial || !experiment) {
    return <TrialUnavailable trialId={trialId} query={trial ? experimentQuery : query} />;
  }
  // Not while the trial before is still in sight: its experiment is not the one the reader goes to.
  if (trial.id === Number(trialId) && trial.experimentId !== Number(experimentId)) {
    return <TrialRedirect experimentId={trial.experimentId} trialId={trialId} tab={tab} />;
  }
  return <LoadedTrial {...{ trial, trialId, experiment, config, searcher }} readAt={query.dataUpdatedAt} />;
}

interface LoadedTrialProps {
  /** The one before, while the one of the address is on its way. */
  trial: Trial;
  trialId: string;
  readAt: number;
  experiment: Experiment;
  config: unknown;
  searcher: Searcher;
}

function LoadedTrial({ trial, trialId, readAt, experiment, config, searcher }: LoadedTrialProps) {
  const whyNot = useWhyNot();
  const { tab } = route.useParams();
  const title = worded`Trial ${trial.id}`;
  const params = { experimentId: String(experiment.id), trialId };
  const withoutLogs = whyNot(canViewExperimentArtifacts, {
    workspaceId: experiment.workspaceId,
    ownerId: experiment.userId,
  });
  const { flat } = useThingWords();
  const { code: Code } =
    useRouter().routesById['/signed-in/detail/experiments/$experimentId/trials/$trialId/{-$tab}'].options.staticData ??
    {};
  // A run that stands by itself has what its search's page has elsewhere.
  const hasCode = flat && experiment.modelDefinitionSize !== 0;
  const open: (TrialTabKey | 'code')[] = withoutLogs
    ? ['overview', 'hyperparameters', 'logs']
    : [
        'overview',
        'metrics',
        'hyperparameters',
        ...(flat ? (['checkpoints'] as const) : []),
        'profiler',
        ...(hasCode ? (['code'] as const) : []),
        'logs',
      ];
  const current = open.find((one) => one === tab && !(one === 'logs' && withoutLogs));
  if (!current) {
    return <TrialRedirect experimentId={experiment.id} trialId={trialId} tab="overview" />;
  }
  const experimentLink = (
    <Link to="/experiments/$experimentId/{-$tab}" params={{ experimentId: String(experiment.id), tab: undefined }}>
      {experiment.name}
    </Link>
  );
  return (
    <Page
      object
      title={title}
      workspaceId={experiment.workspaceId}
      crumbs={[...experimentCrumbs(experiment), { key: 'experiment', link: experimentLink }]}
      actions={
        <>
          <TrialHeaderActions trial={trial} experiment={experiment} tab={current} />
          <span className={styles.narrowed}>
            <HpSearchButton subject={{ ...experiment, hparams: trial.hparams }} />
          </span>
          <TrialPager experiment={experiment} trialId={Number(trialId)} tab={current} />
        </>
      }
    >
      <TrialHead trial={trial} readAt={readAt} searcher={searcher} experiment={experiment} />
      {trial.state === 'STATE_ERROR' && !withoutLogs && (
        <TrialFailure
          experimentId={experiment.id}
          trialId={trial.id}
          logLink={(hash, words) => (
            <Link
              to="/experiments/$experimentId/trials/$trialId/{-$tab}"
              params={{ ...params, tab: 'logs' }}
              hash={hash}
              className={buttonClass()}
            >
              {words}
            </Link>
          )}
        />
      )}
      <TabBar
        row
        name={title}
        tabs={open.map((key) => ({
          key,
          label: key === 'code' ? 'Code' : <TrialTabLabel tab={key} trialId={trial.id} />,
          disabledReason: key === 'logs' ? withoutLogs : undefined,
          link: {
            to: '/experiments/$experimentId/trials/$trialId/{-$tab}',
            params: { ...params, tab: key },
            search: searchOfOtherTab,
          },
        }))}
      />
      {current !== 'code' ? (
        <TrialTab tab={current} trial={trial} searcher={searcher} />
      ) : Code ? (
        <Code experiment={experiment} config={config} />
      ) : null}
    </Page>
  );
}
