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

/** An action that asks before it acts, and what it would act on. */
export interface AskedAction {
  action: ExperimentAction;
  experiment: ExperimentSubject;
}

/** The actions that an experiment offers now, ready to be put on buttons and in menus. */
export function useOfferedActions(onAsk: (asked: AskedAction) => void) {
  const may = useMay();
  const [working, setWorking] = useState<string>();

  async function start(action: ExperimentAction, experiment: ExperimentSubject) {
    if (action.Dialog) {
      onAsk({ action, experiment });
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
      const of = { experiment: experiment.id };
      void refresh([
        { entity: 'experiment', of },
        { entity: 'trial', of },
      ]);
    }
  }

  return (experiment: ExperimentSubject): OfferedAction[] =>
    experimentActions
      .filter((action) => action.offered(experiment))
      .map((action) => ({
        action,
        disabledReason: disabledReason(action, experiment, may),
        working: working === `${action.key} ${experiment.id}`,
        run: () => void start(action, experiment),
      }));
}

/**
 * The dialog of the action that asks, and the way to ask. It belongs to the page: a row may leave the table while its reader
 * decides.
 */
export function useActionDialog() {
  const [asked, setAsked] = useState<AskedAction>();
  const Dialog = asked?.action.Dialog;
  const dialog: ReactNode = asked && Dialog && (
    <Dialog experiment={asked.experiment} onClose={() => setAsked(undefined)} />
  );
  return { ask: setAsked, dialog };
}
