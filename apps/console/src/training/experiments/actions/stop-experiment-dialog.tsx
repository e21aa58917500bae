import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Action, type AskProps, subjectWords } from '#platform/actions/action.ts';
import { perform } from '#platform/actions/perform.tsx';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { type ExperimentSubject, experimentKind } from './experiment-subject.ts';
import styles from './stop-experiment-dialog.module.css';

interface StopExperimentDialogProps extends AskProps<ExperimentSubject> {
  stop: Action<ExperimentSubject>;
  kill: Action<ExperimentSubject>;
  killFirst?: boolean;
}

/** Cancels, which saves a checkpoint, or kills, which does not. */
export function StopExperimentDialog(props: StopExperimentDialogProps) {
  const { subjects, onClose, stop, kill, killFirst } = props;
  const mayCancel = subjects.some((experiment) => stop.rule(experiment, () => true) === 'acts');
  const [kills, setKills] = useState(killFirst === true || !mayCancel);
  // Whichever it becomes: what is said of it is what it was asked for with.
  const action = { ...(kills ? kill : stop), bulk: props.action.bulk };
  const { mutate, isPending, error } = useMutation({ mutationFn: () => perform(action, subjects), onSuccess: onClose });
  const things = subjects.length === 1 ? worded`Experiment` : worded`Experiments`;

  return (
    <ConfirmDialog
      title={`${action.label} ${subjectWords(experimentKind, subjects)}?`}
      confirm={`${action.label} ${things}`}
      danger
      working={isPending}
      problem={error ? `${action.failed}: ${messageOf(error)}` : null}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        {kills
          ? 'Everything ends at once.'
          : worded`Every trial saves a checkpoint first, then the experiment ends as Stopped.`}
      </p>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={kills}
          disabled={!mayCancel}
          onChange={(event) => setKills(event.currentTarget.checked)}
        />
        <span>
          Kill instead <span className="muted">no checkpoint is saved</span>
        </span>
      </label>
      {kills && (
        <p role="alert" className={styles.warning}>
          Progress on incomplete workflows is lost.
        </p>
      )}
    </ConfirmDialog>
  );
}
