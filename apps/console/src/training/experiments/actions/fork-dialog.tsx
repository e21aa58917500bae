import { createExperimentRoute, patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { AskProps } from '#platform/actions/action.ts';
import { call, useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { PageSubject } from './experiment-subject.ts';

/** A new search with the settings of one that cannot be continued, and why it cannot. */
export function ForkDialog({ subjects: [experiment], onClose }: AskProps<PageSubject>) {
  const { mutate, isPending, error } = useCall(createExperimentRoute);
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: `Fork of ${experiment.name}` },
    validate: { name: (name) => (name.trim() === '' ? 'Please provide a new experiment name.' : null) },
  });
  const submit = (name: string) =>
    mutate(
      {
        parentId: experiment.id,
        projectId: experiment.projectId,
        config: experiment.originalConfig,
        activate: true,
      },
      {
        onSuccess: async ({ experiment: made }) => {
          // The text keeps the name that it has; the search gets its own beside it.
          if (made)
            await call(patchExperimentRoute, { experiment: { id: made.id, name } }).catch((error) =>
              reportError(error, { title: 'Unable to update experiment' }),
            );
          onClose();
          if (made)
            void navigate({
              to: '/experiments/$experimentId/{-$tab}',
              params: { experimentId: String(made.id), tab: undefined },
            });
        },
      },
    );
  return (
    <FormDialog
      title={`Fork ${experiment.name}`}
      submit="Fork"
      working={isPending}
      problem={error ? messageOf(error) : null}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) => submit(name.trim()), focusFirstError(form))}
    >
      <p>
        An adaptive search cannot be continued: which trials it stopped and which it let go on followed from all that
        were running. A fork begins a new search with the same settings and files.
      </p>
      <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
    </FormDialog>
  );
}
