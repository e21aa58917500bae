import { ApiError } from '@determined/contract/errors.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { Experiment } from '../../shared/experiment.ts';
import type { Trial } from '../../shared/trial.ts';
import { continueChecks, continuedConfig, trialLength } from './continue-config.ts';

interface ContinueTrialDialogProps {
  trial: Trial;
  experiment: Experiment;
  onClose: () => void;
}

/** A new experiment of one trial that goes on from this one. */
export function ContinueTrialDialog({ trial, experiment, onClose }: ContinueTrialDialogProps) {
  const { mutate, isPending, error } = useCall(createExperimentRoute);
  const navigate = useNavigate();
  const length = trialLength(experiment.config);
  const form = useForm({
    initialValues: {
      name: `Continuation of trial ${trial.id}, experiment ${experiment.id} (${experiment.name})`,
      length: length ? String(length.value) : '',
    },
    validate: {
      name: continueChecks.name,
      length: (text) => (length ? continueChecks.length(text, length.unit) : null),
    },
  });
  const send = ({ name, length: text }: typeof form.values) =>
    mutate(
      {
        parentId: experiment.id,
        projectId: experiment.projectId,
        config: continuedConfig(experiment.originalConfig, trial, { name: name.trim(), length: text.trim() }),
        activate: true,
      },
      {
        onSuccess: ({ experiment: made }) => {
          onClose();
          const params = { experimentId: String(made?.id), tab: undefined };
          if (made) void navigate({ to: '/experiments/$experimentId/{-$tab}', params });
        },
      },
    );
  return (
    <FormDialog
      title={worded`Continue Trial ${trial.id}`}
      submit={worded`Continue Trial`}
      working={isPending}
      problem={error && (error instanceof ApiError ? messageOf(error) : 'Unable to continue with the provided config.')}
      onClose={onClose}
      onSubmit={form.onSubmit(send, focusFirstError(form))}
    >
      <p>
        {worded`A new experiment goes on from this trial’s latest checkpoint, with its hyperparameters and the files of experiment ${experiment.id}.`}
      </p>
      <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      {length && (
        <TextInput
          label={`Max ${length.unit}`}
          withAsterisk
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('length')}
        />
      )}
    </FormDialog>
  );
}
