import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type Action, type AskProps, type Subject, subjectWords } from '#platform/actions/action.ts';
import { perform } from '#platform/actions/perform.tsx';
import { messageOf } from '#platform/api/console-error.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import styles from './retain-logs-form.module.css';

const forever = -1;
const mostDays = 32_767;

function daysProblem(days: string): string | null {
  if (days.trim() === '') return 'Number of days is required.';
  const number = Number(days);
  const fits = Number.isSafeInteger(number) && number >= forever && number <= mostDays;
  return fits ? null : `Number of days must be an integer from ${forever} to ${mostDays}.`;
}

interface RetainLogsFormProps<S extends Subject> extends Pick<AskProps<S>, 'subjects' | 'onClose'> {
  action: Action<S>;
  /** The action for so many days; -1: for ever. */
  retainFor: (numDays: number) => Action<S>;
}

/** How long the logs of trials are kept after these have ended. */
export function RetainLogsForm<S extends Subject>({ action, subjects, onClose, retainFor }: RetainLogsFormProps<S>) {
  const form = useForm({
    initialValues: { days: '', forever: false },
    validate: { days: (days, values) => (values.forever ? null : daysProblem(days)) },
  });
  const retain = useMutation({
    mutationFn: (numDays: number) => perform(retainFor(numDays), subjects),
    onSuccess: (_, numDays) => {
      onClose();
      if (action.bulk) return;
      toast.done(
        'Retain Logs Success',
        numDays === forever ? 'Logs are kept forever.' : `Logs are kept for ${numDays} days.`,
      );
    },
  });
  return (
    <FormDialog
      title={`Retain Logs of ${subjectWords(action.kind, subjects)}`}
      submit="Retain Logs"
      working={retain.isPending}
      problem={retain.error ? `${action.failed}: ${messageOf(retain.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(
        ({ days, forever: always }) => retain.mutate(always ? forever : Number(days)),
        focusFirstError(form),
      )}
    >
      <TextInput
        label="Number of Days"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        disabled={form.values.forever}
        {...form.getInputProps('days')}
        value={form.values.forever ? String(forever) : form.values.days}
      />
      <label className={styles.forever}>
        <input type="checkbox" {...form.getInputProps('forever', { type: 'checkbox' })} /> Forever
      </label>
    </FormDialog>
  );
}
