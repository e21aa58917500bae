import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { TabBar } from '#platform/page/tab-bar.tsx';
import { TabLoading } from '#training/shared/tab-loading.tsx';
import { searchOfOtherTab } from '../../shared/detail-route.ts';
import type { ExperimentDetails } from './experiment-details.ts';
import { useExperimentPlace } from './use-experiment-place.ts';

const LearningCurvePage = lazy(() =>
  import('./learning-curve-page.tsx').then((file) => ({ default: file.LearningCurvePage })),
);

const TrialTable = lazy(() => import('./trial-table.tsx').then((file) => ({ default: file.TrialTable })));

const TABS = ['visualization', 'trials'] as const;
const LEARNING_CURVE = 'learning-curve';

/** Tabs of an experiment that searches over many trials. */
export function MultiTrialTabs(details: ExperimentDetails) {
  const { experiment, searcher } = details;
  const params = { experimentId: String(experiment.id) };
  const { tab, viz } = useExperimentPlace();
  const known = TABS.find((one) => one === tab);
  if (viz !== LEARNING_CURVE && known !== 'trials') {
    return (
      <Navigate
        to="/experiments/$experimentId/visualization/$viz"
        params={{ ...params, viz: LEARNING_CURVE }}
        search
        replace
      />
    );
  }
  return (
    <>
      <TabBar
        row
        name={`Experiment ${experiment.id}`}
        tabs={[
          {
            key: 'visualization',
            label: 'Visualization',
            link: {
              to: '/experiments/$experimentId/visualization/$viz',
              params: { ...params, viz: LEARNING_CURVE },
              search: searchOfOtherTab,
            },
          },
          {
            key: 'trials',
            label: 'Trials',
            count: experiment.numTrials,
            link: {
              to: '/experiments/$experimentId/{-$tab}',
              params: { ...params, tab: 'trials' },
              search: searchOfOtherTab,
            },
          },
        ]}
      />
      <Suspense fallback={<TabLoading words="Loading..." />}>
        {known === 'trials' ? (
          <TrialTable experiment={experiment} searcher={searcher} />
        ) : (
          <LearningCurvePage {...details} />
        )}
      </Suspense>
    </>
  );
}
