import { ApiError } from '@determined/contract/errors.ts';
import { continueExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { lengthOf } from '../../shared/experiment.ts';
import type { PageSubject } from './experiment-subject.ts';
import { overrideFor } from './override-config.ts';

type Mode = 'length' | 'config';

/** Reactivates the one trial of a search, for longer or under another configuration. */
export function ContinueDialog({ subjects: [experiment], onClose }: AskProps<PageSubject>) {
  const { mutate, isPending, error } = useCall(continueExperimentRoute);
  const length = lengthOf(experiment.config);
  // What did not complete is gone on with under a changed configuration, if under any.
  const choosable = length !== undefined && experiment.state === 'STATE_COMPLETED';
  const [mode, setMode] = useState<Mode>(choosable ? 'length' : 'config');
  const form = useForm({
    initialValues: { additional: '', config: '' },
    validate: { additional: (text) => (mode === 'length' ? additionalProblem(text, length?.unit ?? '') : null) },
  });
  const submit = ({ additional, config }: typeof form.values) =>
    mutate(
      { id: experiment.id, overrideConfig: mode === 'config' ? config : overrideFor(length, additional) },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title="Reactivate Current Trial"
      submit="Reactivate Trial"
      working={isPending}
      problem={error ? problemOf(error) : null}
      onClose={onClose}
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      <p>It goes on from its latest checkpoint, or from the start if it has none, under the same number.</p>
      {choosable && (
        <Segmented
          name="What changes"
          options={[
            { value: 'length', label: 'Train Longer' },
            { value: 'config', label: 'Edit Config' },
          ]}
          value={mode}
          onChange={setMode}
        />
      )}
      {mode === 'length' && length ? (
        <TextInput
          label={`Additional ${length.unit}`}
          description={`${length.value} ${length.unit} so far`}
          inputMode="numeric"
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('additional')}
        />
      ) : (
        <Textarea
          label="Changes of the configuration (YAML)"
          description="Put over the configuration that it had; empty: as it is."
          autosize
          minRows={experiment.state === 'STATE_COMPLETED' ? 6 : 14}
          maxRows={24}
          spellCheck={false}
          data-autofocus
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...form.getInputProps('config')}
        />
      )}
    </FormDialog>
  );
}

function additionalProblem(text: string, unit: string): string | null {
  const value = Number(text.trim());
  if (text.trim() === '') return null;
  if (!Number.isInteger(value)) return `Additional ${unit} must be an integer.`;
  return value < 0 ? `Additional ${unit} must be at least 0.` : null;
}

const problemOf = (error: Error) =>
  error instanceof ApiError ? messageOf(error) : 'Unable to continue with the provided config.';
