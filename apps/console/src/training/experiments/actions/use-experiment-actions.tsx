import { type ReactNode, useState } from 'react';
import { queryClient, refresh } from '#platform/api/query-client.ts';
import { reportError } from '#platform/api/report-error.ts';
import { useMay } from '#platform/session/may.ts';
import { disabledReason, type ExperimentAction, type ExperimentSubject } from './experiment-action.ts';
import { experimentActions } from './experiment-actions.ts';
import { showAtOnce } from './show-at-once.ts';

export interface OfferedAction {
  action: ExperimentAction;
  disabledReason: string | undefined;
  working: boolean;
  run: () => void;
}

interface Asking {
  action: ExperimentAction;
  experiment: ExperimentSubject;
}

/** The actions that an experiment offers now, ready to be put on buttons and in menus, and the dialog of the one that asks. */
export function useExperimentActions() {
  const may = useMay();
  const [asking, setAsking] = useState<Asking>();
  const [working, setWorking] = useState<string>();

  async function start(action: ExperimentAction, experiment: ExperimentSubject) {
    if (action.Dialog) {
      setAsking({ action, experiment });
      return;
    }
    setWorking(`${action.key} ${experiment.id}`);
    showAtOnce(queryClient, experiment.id, action.shown);
    try {
      await action.run?.(experiment);
    } catch (error) {
      reportError(error, { title: action.failed });
    } finally {
      setWorking(undefined);
      void refresh([{ entity: 'experiment' }, { entity: 'trial' }]);
    }
  }

  function offeredFor(experiment: ExperimentSubject): OfferedAction[] {
    return experimentActions
      .filter((action) => action.offered(experiment))
      .map((action) => ({
        action,
        disabledReason: disabledReason(action, experiment, may),
        working: working === `${action.key} ${experiment.id}`,
        run: () => void start(action, experiment),
      }));
  }

  const Dialog = asking?.action.Dialog;
  const dialog: ReactNode = asking && Dialog && (
    <Dialog experiment={asking.experiment} onClose={() => setAsking(undefined)} />
  );
  return { offeredFor, dialog };
}
