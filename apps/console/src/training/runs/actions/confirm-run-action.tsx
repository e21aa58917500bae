import { useMutation } from '@tanstack/react-query';
import type { AskProps } from '#platform/actions/action.ts';
import { perform, reportFailure } from '#platform/actions/perform.tsx';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import type { RunSubject } from './run-subject.ts';
import { confirmTitles } from './run-words.ts';

/** Asks before a run is killed, deleted, paused or resumed; what becomes of it is said outside of the dialog. */
export function ConfirmRunAction({ action, subjects, onClose }: AskProps<RunSubject>) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => perform(action, subjects),
    onError: (error) => reportFailure(action, subjects, error),
    onSettled: onClose,
  });
  const [only] = subjects;
  const what = subjects.length === 1 ? `run ${only.id}` : `${subjects.length} runs`;
  const whole = subjects.filter(({ multiTrial }) => !multiTrial).length;
  return (
    <ConfirmDialog
      title={confirmTitles[action.key] ?? action.label}
      confirm={action.label}
      danger={action.danger}
      working={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        Are you sure you want to {action.key} {what}?
      </p>
      {action.key === 'delete' && whole > 0 ? (
        <p>
          {subjects.length === 1
            ? 'It is the only run of its search, which'
            : `${whole} of them are the only runs of their searches, which`}{' '}
          {subjects.length === 1 ? 'goes' : 'go'} with {subjects.length === 1 ? 'it' : 'them'}.
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
