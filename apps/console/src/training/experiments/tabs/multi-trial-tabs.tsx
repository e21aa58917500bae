import { Navigate } from '@tanstack/react-router';
import { TabBar } from '#platform/page/tab-bar.tsx';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { useThingWords, worded } from '#platform/switches/thing-words.ts';
import { TabLoading } from '#training/shared/tab-loading.tsx';
import { later } from '#ui/primitives/later.tsx';
import { searchOfOtherTab } from '../../shared/detail-route.ts';
import type { ExperimentDetails } from '../detail/experiment-details.ts';
import { useExperimentPlace } from '../detail/use-experiment-place.ts';
import { SearchTabBar } from '../search/search-tab-bar.tsx';
import { VisualizationPage } from '../visualization/visualization-page.tsx';
import { defaultVisualization, visualizationsOf } from '../visualization/visualizations.ts';
import { ExperimentTab, experimentTabs, isExperimentTab } from './experiment-tab.tsx';

const TrialsTab = later(
  async () => (await import('./trials-tab.tsx')).TrialsTab,
  () => <TabLoading words="Loading..." />,
);

/** Tabs of an experiment that searches over many trials. */
export function MultiTrialTabs(details: ExperimentDetails) {
  const { experiment, searcher } = details;
  const { id, workspaceId, userId: ownerId } = experiment;
  const params = { experimentId: String(id) };
  const { tab, viz } = useExperimentPlace();
  const may = useMay();
  const { flat } = useThingWords();
  const hasCode = experiment.modelDefinitionSize !== 0 && may(canViewExperimentArtifacts, { workspaceId, ownerId });
  const open = ['trials', ...(hasCode ? ['code'] : []), 'notes'];
  const shownViz = visualizationsOf(searcher).find((one) => one === viz);
  const current = shownViz ? 'visualization' : open.find((one) => one === tab);
  if (!current) {
    return (
      <Navigate
        to="/experiments/$experimentId/visualization/$viz"
        params={{ ...params, viz: defaultVisualization }}
        search
        replace
      />
    );
  }
  const bar = flat ? (
    <SearchTabBar experiment={experiment} config={details.config} />
  ) : (
    <TabBar
      row
      name={worded`Experiment ${id}`}
      tabs={[
        {
          key: 'visualization',
          label: 'Visualization',
          link: {
            to: '/experiments/$experimentId/visualization/$viz',
            params: { ...params, viz: shownViz ?? defaultVisualization },
            search: searchOfOtherTab,
          },
        },
        ...open.map((key) => ({
          key,
          label: isExperimentTab(key) ? experimentTabs[key] : worded`Trials`,
          count: key === 'trials' ? experiment.numTrials : undefined,
          link: {
            to: '/experiments/$experimentId/{-$tab}' as const,
            params: { ...params, tab: key },
            search: searchOfOtherTab,
          },
        })),
      ]}
    />
  );
  return (
    <>
      {bar}
      {isExperimentTab(current) ? (
        <ExperimentTab tab={current} {...details} />
      ) : current === 'trials' ? (
        <TrialsTab experiment={experiment} searcher={searcher} config={details.config} />
      ) : (
        <VisualizationPage viz={shownViz ?? defaultVisualization} {...details} />
      )}
    </>
  );
}
