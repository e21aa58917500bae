import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import type { Experiment } from '../../shared/experiment.ts';
import type { ExperimentSubject } from '../actions/experiment-action.ts';
import { headerActions } from '../actions/experiment-actions.ts';
import { menuActions } from '../actions/menu-actions.ts';
import { useActionDialog, useOfferedActions } from '../actions/use-experiment-actions.tsx';

/** Pause or Activate and Stop as buttons while there is something to stop; the rest behind the dots. */
export function ExperimentHeaderActions({ experiment }: { experiment: Experiment }) {
  const { ask, dialog } = useActionDialog();
  const offeredFor = useOfferedActions(ask);
  const subject: ExperimentSubject = {
    id: experiment.id,
    name: experiment.name,
    state: experiment.state,
    archived: experiment.archived,
    parentArchived: experiment.parentArchived,
    unmanaged: experiment.unmanaged,
    userId: experiment.userId,
    workspaceId: experiment.workspaceId,
  };
  const offered = offeredFor(subject);
  return (
    <>
      {offered
        .filter(({ action }) => headerActions.includes(action))
        .map(({ action, disabledReason, working, run }) => (
          <Button key={action.key} disabledReason={disabledReason} working={working} onClick={run}>
            {!working && <Icon of={action.icon} size={14} />}
            <span>
              {action.label}
              {action.Dialog && <span aria-hidden="true">…</span>}
            </span>
          </Button>
        ))}
      <RowMenu
        of={experiment.name}
        actions={menuActions(offered.filter(({ action }) => !headerActions.includes(action)))}
      />
      {dialog}
    </>
  );
}
