import { Link } from '@tanstack/react-router';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { searchOfOtherTab } from '../../shared/detail-route.ts';
import type { ExperimentDetails } from '../detail/experiment-details.ts';
import { HyperparameterCharts, LearningCurve } from './drawn-by.tsx';
import styles from './visualization.module.css';
import { type Visualization, visualizations, visualizationsOf } from './visualizations.ts';

/** One visualisation of an experiment, and the way to the others. */
export function VisualizationPage({ viz, ...details }: ExperimentDetails & { viz: Visualization }) {
  const { experiment, searcher } = details;
  const why = useWhyNot()(canViewExperimentArtifacts, {
    workspaceId: experiment.workspaceId,
    ownerId: experiment.userId,
  });
  if (why) return <EmptyState title="Charts are not shown to you">{why}</EmptyState>;
  return (
    <>
      <nav aria-label="Visualizations" className={styles.nav} data-keep-focus>
        <span className={styles.links}>
          {visualizationsOf(searcher).map((key) => (
            <Link
              key={key}
              to="/experiments/$experimentId/visualization/$viz"
              params={{ experimentId: String(experiment.id), viz: key }}
              search={searchOfOtherTab}
              activeOptions={{ includeSearch: false }}
              className={styles.link}
            >
              {visualizations[key]}
            </Link>
          ))}
        </span>
      </nav>
      {viz === 'learning-curve' ? <LearningCurve {...details} /> : <HyperparameterCharts viz={viz} {...details} />}
    </>
  );
}
