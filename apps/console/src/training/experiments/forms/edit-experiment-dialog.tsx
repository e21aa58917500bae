import { getExperimentRoute, patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { showAtOnce } from '#platform/actions/show-at-once.ts';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { failedWords } from '../actions/arrange-words.ts';
import { type ExperimentSubject, experimentKind } from '../actions/experiment-subject.ts';

const longestName = 128;
const nameProblem = (name: string) =>
  name.trim() === '' || name.length > longestName ? `Name must be 1 ~ ${longestName} characters` : null;

/** Its name and its description; a row of a table does not know the latter. */
export function EditExperimentDialog({ subjects: [current], onClose }: AskProps<ExperimentSubject>) {
  const [{ id }] = useState(current);
  const query = useCallQuery(getExperimentRoute, { experimentId: id });
  const experiment = query.data?.experiment;
  if (!experiment) {
    return (
      <FormDialog
        title={worded`Edit Experiment`}
        problem={query.error ? `${failedWords.edit}: ${messageOf(query.error)}` : null}
        onClose={onClose}
        onSubmit={onClose}
      >
        {query.error ? null : <p className="muted">{worded`Loading experiment ${id} details...`}</p>}
      </FormDialog>
    );
  }
  const { name, description } = experiment;
  return <EditForm id={id} before={{ name, description }} onClose={onClose} />;
}

interface EditFormProps {
  id: number;
  before: { name: string; description: string };
  onClose: () => void;
}

function EditForm({ id, before, onClose }: EditFormProps) {
  const edit = useCall(patchExperimentRoute);
  // The specification's words tell the description apart.
  const failed = edit.variables?.experiment?.name === before.name ? failedWords.describe : failedWords.edit;
  const form = useForm({ initialValues: before, validateInputOnBlur: true, validate: { name: nameProblem } });
  return (
    <FormDialog
      title={worded`Edit Experiment`}
      submit="Save Changes"
      working={edit.isPending}
      problem={edit.error ? `${failed}: ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => {
        const fields = { name: values.name.trim(), description: values.description.trim() };
        const { entity, mark } = experimentKind;
        const { takeBack, settle } = showAtOnce(queryClient, { entity, mark, ids: new Set([id]), fields });
        edit.mutate(
          { experiment: { id, ...fields } },
          {
            onError: takeBack,
            onSuccess: () => {
              settle();
              onClose();
              toast.done(worded`Experiment updated successfully`);
            },
          },
        );
      }, focusFirstError(form))}
    >
      <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <TextInput label="Description" autoComplete="off" {...form.getInputProps('description')} />
    </FormDialog>
  );
}
