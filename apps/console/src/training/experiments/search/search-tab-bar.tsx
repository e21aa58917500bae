import { TabBar } from '#platform/page/tab-bar.tsx';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { searchOfOtherTab } from '../../shared/detail-route.ts';
import type { Experiment } from '../../shared/experiment.ts';
import type { ExperimentDetails } from '../detail/experiment-details.ts';
import { useVisualizationAhead } from './use-visualization-ahead.ts';

const labels = { runs: 'Runs', code: 'Code', notes: 'Notes' } as const;
export type SearchTab = keyof typeof labels;

/** Those of its own page; its code only for who may see it. */
export function useSearchTabs({ workspaceId, userId: ownerId, modelDefinitionSize }: Experiment): readonly SearchTab[] {
  const may = useMay();
  const hasCode = modelDefinitionSize !== 0 && may(canViewExperimentArtifacts, { workspaceId, ownerId });
  return hasCode ? ['runs', 'code', 'notes'] : ['runs', 'notes'];
}

/** What there is of a search: its runs before all else. The visualizations are those of the experiment that it is. */
export function SearchTabBar({ experiment, config }: Pick<ExperimentDetails, 'experiment' | 'config'>) {
  const { id, numTrials } = experiment;
  useVisualizationAhead(experiment, config);
  const [runs, ...others] = useSearchTabs(experiment).map((key) => ({
    key,
    label: labels[key],
    count: key === 'runs' ? numTrials : undefined,
    link: {
      to: '/searches/$searchId/{-$tab}' as const,
      params: { searchId: String(id), tab: key },
      search: searchOfOtherTab,
    },
  }));
  const visualization = {
    key: 'visualization',
    label: 'Visualization',
    link: {
      to: '/experiments/$experimentId/visualization/$viz' as const,
      params: { experimentId: String(id), viz: 'learning-curve' },
      search: searchOfOtherTab,
    },
  };
  return <TabBar row name={`Search ${id}`} tabs={[...(runs ? [runs] : []), visualization, ...others]} />;
}
