import { longestNote } from '@determined/contract/training/receipt-facts.ts';
import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type AskProps, subjectWords } from '#platform/actions/action.ts';
import { askForPreview } from '#platform/actions/ask-for-preview.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { TaggedSubject } from '../tags/tagged-subject.ts';

/** What is added below the notes that each has; of a single one, too, it is the server that adds it, so that nothing there is lost. */
export function AddNoteDialog<S extends TaggedSubject>({ subjects, action, onClose }: AskProps<S>) {
  const [things] = useState(subjects);
  const form = useForm({
    initialValues: { note: '' },
    validate: {
      note: (note) => {
        if (note.trim() === '') return 'Write what is to be added.';
        return note.length > longestNote ? `A note has at most ${formatCount(longestNote)} characters.` : null;
      },
    },
  });
  const add = useMutation({
    mutationFn: (given: typeof form.values) =>
      askForPreview({ ...action, receipt: action.receipt && { ...action.receipt, given } }, things),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={`Add Note to ${subjectWords(action.kind, things)}`}
      submit="Add Note"
      working={add.isPending}
      problem={add.error ? `${action.failed}: ${messageOf(add.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit((given) => add.mutate(given), focusFirstError(form))}
    >
      <Textarea
        label="Note"
        description="Markdown. It is added below the notes that are there."
        autosize
        minRows={4}
        maxRows={16}
        data-autofocus
        {...form.getInputProps('note')}
      />
      {action.receipt?.kind === 'run' ? (
        <p className="muted">Notes are of searches: all runs of a search show them.</p>
      ) : null}
    </FormDialog>
  );
}
