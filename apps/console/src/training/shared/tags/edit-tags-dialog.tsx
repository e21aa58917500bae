import {
  getExperimentLabelsRoute,
  getExperimentRoute,
  patchExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Action, type AskProps, type Subject, subjectWords } from '#platform/actions/action.ts';
import { previews } from '#platform/actions/ask-for-preview.ts';
import { perform } from '#platform/actions/perform.tsx';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { TagsField } from '#ui/form/tags-field.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { type TaggedSubject, taggedExperiment } from './tagged-subject.ts';

const longest = 256;
const lengthProblem = (tags: readonly string[]) =>
  tags.some((tag) => tag.length > longest) ? `A tag has at most ${longest} characters.` : null;

/** What others are tagged with is offered. */
function useKnownTags(): string[] {
  return useCallQuery(getExperimentLabelsRoute, {}).data?.labels ?? [];
}

/** The tags of one are edited as they are; of several, some come and some go. */
export function EditTagsDialog<S extends TaggedSubject>(props: AskProps<S>) {
  return previews(props.action) ? <TagsOfSeveral {...props} /> : <TagsOfOne {...props} />;
}

function TagsOfOne<S extends TaggedSubject>({ subjects: [subject], action, onClose }: AskProps<S>) {
  const [id] = useState(taggedExperiment(subject));
  const query = useCallQuery(getExperimentRoute, { experimentId: id });
  const experiment = query.data?.experiment;
  if (experiment) return <TagsForm id={id} before={experiment.labels} {...{ action, onClose }} />;
  return (
    <FormDialog
      title="Edit Tags"
      problem={query.error ? `${action.failed}: ${messageOf(query.error)}` : null}
      onClose={onClose}
      onSubmit={onClose}
    >
      {query.error ? null : <p className="muted">{worded`Loading experiment ${id} details...`}</p>}
    </FormDialog>
  );
}

interface TagsFormProps {
  action: Pick<Action<Subject>, 'failed' | 'bulk'>;
  onClose: () => void;
  id: number;
  before: readonly string[];
}

function TagsForm({ id, before, action, onClose }: TagsFormProps) {
  const edit = useCall(patchExperimentRoute);
  const known = useKnownTags();
  const form = useForm({ initialValues: { tags: [...before] }, validate: { tags: lengthProblem } });
  return (
    <FormDialog
      title={worded`Edit Tags of Experiment ${id}`}
      submit="Save Changes"
      working={edit.isPending}
      problem={edit.error ? `${action.failed}: ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(
        ({ tags }) =>
          edit.mutate(
            { experiment: { id, labels: tags } },
            {
              onSuccess: () => {
                onClose();
                action.bulk?.onDone();
                toast.done(worded`Experiment updated successfully`);
              },
            },
          ),
        focusFirstError(form),
      )}
    >
      <TagsField
        data={known}
        label="Tags"
        description="Enter or a comma ends a tag."
        data-autofocus
        {...form.getInputProps('tags')}
      />
    </FormDialog>
  );
}

function TagsOfSeveral<S extends TaggedSubject>({ subjects, action, onClose }: AskProps<S>) {
  const [things] = useState(subjects);
  const known = useKnownTags();
  const form = useForm({
    initialValues: { add: [] as string[], remove: [] as string[] },
    validate: {
      add: (add, { remove }) =>
        add.length + remove.length === 0 ? 'Name a tag to add or to remove.' : lengthProblem(add),
    },
  });
  const edit = useMutation({
    mutationFn: (given: typeof form.values) =>
      perform({ ...action, receipt: action.receipt && { ...action.receipt, given } }, things),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={`Edit Tags of ${subjectWords(action.kind, things)}`}
      submit="Edit Tags"
      working={edit.isPending}
      problem={edit.error ? `${action.failed}: ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit((given) => edit.mutate(given), focusFirstError(form))}
    >
      <TagsField data={known} label="Add" data-autofocus {...form.getInputProps('add')} />
      <TagsField data={known} label="Remove" {...form.getInputProps('remove')} />
      {action.receipt?.kind === 'run' ? (
        <p className="muted">Tags are of searches: all runs of a search show them.</p>
      ) : null}
    </FormDialog>
  );
}
