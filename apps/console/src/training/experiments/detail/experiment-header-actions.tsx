import { searcherContinues } from '@determined/contract/training/experiment-rules.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { Download } from 'lucide-react';
import { type ReadyAction, useActions } from '#platform/actions/use-actions.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { modelDefinitionPath, startDownload } from '#platform/download.ts';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { type Experiment, searcherOf } from '../../shared/experiment.ts';
import { experimentActions, headerActions } from '../actions/experiment-actions.ts';
import type { PageSubject } from '../actions/experiment-subject.ts';
import { pageActions } from '../actions/page-actions.ts';

/** Pause or Activate and Stop as buttons while there is something to stop; the rest behind the dots. */
export function ExperimentHeaderActions({ experiment }: { experiment: Experiment }) {
  const searcher = searcherOf(experiment.config).name;
  const errored = useErrored(experiment, searcher);
  const ofPage = useActions<PageSubject>(pageActions, { ...experiment, searcher, errored }).map((action) =>
    action.key === 'retry' && experiment.state === 'STATE_COMPLETED'
      ? { ...action, label: `Retry Errored (${errored})` }
      : action,
  );
  const ofExperiment = useActions(experimentActions, experiment);
  const actions = [...ofPage, ...ofExperiment];
  // In the order of the specification.
  const beforeEdit = ofExperiment.findIndex(({ key }) => key === 'hyperparameterSearch') + 1;
  const behindDots = (ready: ReadyAction[]) => ready.filter(({ key }) => !headerActions.includes(key));
  const { id, workspaceId, userId: ownerId } = experiment;
  const download = {
    label: 'Download Code',
    icon: Download,
    disabledReason: useWhyNot()(canViewExperimentArtifacts, { workspaceId, ownerId }),
    run: () => startDownload(modelDefinitionPath(id)),
  };
  return (
    <>
      {actions
        .filter(({ key }) => headerActions.includes(key))
        .map(({ key, label, icon, asks, disabledReason, working, run }) => (
          <Button key={key} disabledReason={disabledReason} working={working} onClick={run}>
            {!working && <Icon of={icon} size={14} />}
            <span>
              {label}
              {asks && <span aria-hidden="true">…</span>}
            </span>
          </Button>
        ))}
      <RowMenu
        of={experiment.name}
        actions={[
          ...behindDots(ofPage),
          ...behindDots(ofExperiment.slice(0, beforeEdit)),
          ...(experiment.modelDefinitionSize === 0 ? [] : [download]),
          ...behindDots(ofExperiment.slice(beforeEdit)),
        ]}
      />
    </>
  );
}

/** How many trials of a search that has come to its end failed; those of others go on with it. */
function useErrored({ id, state }: Experiment, searcher: string): number {
  const { data } = useCallQuery(
    getExperimentTrialsRoute,
    { experimentId: id, states: ['STATE_ERROR'], limit: 1 },
    { enabled: state === 'STATE_COMPLETED' && searcher !== 'single' && searcherContinues(searcher) },
  );
  return data?.pagination?.total ?? 0;
}
