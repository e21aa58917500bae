import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { cancelExperimentRoute, killExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { useState } from 'react';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import type { ExperimentDialogProps } from './experiment-action.ts';
import { showAtOnce } from './show-at-once.ts';
import styles from './stop-experiment-dialog.module.css';

export function StopExperimentDialog(props: ExperimentDialogProps) {
  return <StopDialog {...props} killFirst={false} />;
}

export function KillExperimentDialog(props: ExperimentDialogProps) {
  return <StopDialog {...props} killFirst />;
}

/** Cancels, which saves a checkpoint, or kills, which does not. */
function StopDialog({ experiment, onClose, killFirst }: ExperimentDialogProps & { killFirst: boolean }) {
  const mayCancel = experimentRule('cancel', experiment).verdict === 'acts';
  const [kill, setKill] = useState(killFirst || !mayCancel);
  const cancelCall = useCall(cancelExperimentRoute);
  const killCall = useCall(killExperimentRoute);
  const { mutate, isPending, error } = kill ? killCall : cancelCall;

  function stopped() {
    showAtOnce(queryClient, experiment.id, { state: kill ? 'STATE_STOPPING_KILLED' : 'STATE_STOPPING_CANCELED' });
    onClose();
  }

  return (
    <ConfirmDialog
      title={`${kill ? 'Kill' : 'Stop'} ${experiment.name}?`}
      confirm={kill ? 'Kill Experiment' : 'Stop Experiment'}
      danger
      working={isPending}
      problem={error ? `Unable to stop experiment: ${messageOf(error)}` : null}
      onConfirm={() => mutate({ id: experiment.id }, { onSuccess: stopped })}
      onClose={onClose}
    >
      <p>
        {kill
          ? 'Everything ends at once.'
          : 'Every trial saves a checkpoint first, then the experiment ends as Stopped.'}
      </p>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={kill}
          disabled={!mayCancel}
          onChange={(event) => setKill(event.currentTarget.checked)}
        />
        <span>
          Kill instead <span className="muted">no checkpoint is saved</span>
        </span>
      </label>
      {kill && (
        <p role="alert" className={styles.warning}>
          Progress on incomplete workflows is lost.
        </p>
      )}
    </ConfirmDialog>
  );
}
