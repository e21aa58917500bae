import { ApiError } from '@determined/contract/errors.ts';
import { experimentConfigKeys } from '@determined/contract/training/config-keys.ts';
import { continueExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { yamlProblem } from '#organisation/shared/yaml-problem.ts';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { LazyCodeEditor } from '#ui/code-editor/lazy-code-editor.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { lengthOf } from '../../shared/experiment.ts';
import { sayLaunchWarnings } from '../../shared/slots-warning.ts';
import type { PageSubject } from '../actions/experiment-subject.ts';
import { lineOf } from './changes-of-config.ts';
import { withSourceTrial } from './fork-config.ts';
import { ForkForm } from './fork-dialog.tsx';
import { overrideFor } from './override-config.ts';

type Place = 'new' | 'same';

/** The one trial of a search goes on: in a new experiment, or where it is. */
export function ContinueDialog({ subjects: [experiment], onClose }: AskProps<PageSubject>) {
  const [place, setPlace] = useState<Place>('same');
  const [trialId] = experiment.trialIds;
  const choice = (
    <Segmented
      name="Where it goes on"
      options={[
        { value: 'new', label: worded`Create New Experiment` },
        { value: 'same', label: worded`Reactivate Current Trial` },
      ]}
      value={place}
      onChange={setPlace}
    />
  );
  if (place === 'same') {
    return (
      <ReactivateForm experiment={experiment} onClose={onClose}>
        {choice}
      </ReactivateForm>
    );
  }
  return (
    <ForkForm
      experiment={experiment}
      original={withSourceTrial(experiment.originalConfig, trialId)}
      words={{
        title: worded`Continue Trial in New Experiment`,
        submit: worded`Create New Experiment`,
        action: 'continue',
        name: experiment.name,
      }}
      onClose={onClose}
    >
      {choice}
      <p>{worded`A new experiment starts from the latest checkpoint of trial ${trialId ?? ''}.`}</p>
    </ForkForm>
  );
}

type Mode = 'length' | 'config';

interface ReactivateFormProps {
  experiment: PageSubject;
  onClose: () => void;
  children: ReactNode;
}

/** For longer or under another configuration. */
function ReactivateForm({ experiment, onClose, children }: ReactivateFormProps) {
  const { mutate, isPending, error } = useCall(continueExperimentRoute);
  const length = lengthOf(experiment.config);
  // What did not complete is gone on with under a changed configuration, if under any.
  const choosable = length !== undefined && experiment.state === 'STATE_COMPLETED';
  const [mode, setMode] = useState<Mode>(choosable ? 'length' : 'config');
  const form = useForm({
    initialValues: { additional: '', config: '' },
    validate: { additional: (text) => (mode === 'length' ? additionalProblem(text, length?.unit ?? '') : null) },
  });
  const { config } = form.values;
  const wrong = mode === 'config' && config.trim() !== '' ? yamlProblem(config, 'A configuration') : null;
  const [sent, setSent] = useState('');
  const refused = error ? problemOf(error) : null;
  const marked = refused !== null && sent === config ? { line: lineOf(config, refused) } : null;
  const submit = ({ additional, config }: typeof form.values) => {
    setSent(config);
    mutate(
      { id: experiment.id, overrideConfig: mode === 'config' ? config : overrideFor(length, additional) },
      {
        onSuccess: ({ warnings }) => {
          onClose();
          sayLaunchWarnings(warnings);
        },
      },
    );
  };
  return (
    <FormDialog
      title={worded`Reactivate Current Trial`}
      submit={worded`Reactivate Trial`}
      wide={mode === 'config'}
      inactive={wrong !== null}
      working={isPending}
      problem={refused}
      onClose={onClose}
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      {children}
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
        <>
          <LazyCodeEditor
            label="Changes of the configuration (YAML)"
            initial={config}
            keys={experimentConfigKeys}
            problem={wrong ?? marked}
            onChange={(text) => form.setFieldValue('config', text)}
            autoFocus
          />
          <p className="muted">Put over the configuration that it had; empty: as it is.</p>
        </>
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
