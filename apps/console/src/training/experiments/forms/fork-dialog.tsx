import { ApiError } from '@determined/contract/errors.ts';
import { experimentConfigKeys } from '@determined/contract/training/config-keys.ts';
import { experimentHasEnded, searcherContinues } from '@determined/contract/training/experiment-rules.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { yamlProblem } from '#organisation/shared/yaml-problem.ts';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { LazyCodeEditor } from '#ui/code-editor/lazy-code-editor.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { sayLaunchWarnings } from '../../shared/slots-warning.ts';
import type { PageSubject } from '../actions/experiment-subject.ts';
import { batchesOfSteps } from './batches-of-steps.ts';
import { ChangedSettings } from './changed-settings.tsx';
import { lineOf } from './changes-of-config.ts';
import { forkChecks, forkFields, withForkFields } from './fork-config.ts';

/** A new experiment with the files and the settings of this one, or with others. */
export function ForkDialog({ subjects: [experiment], onClose }: AskProps<PageSubject>) {
  return (
    <ForkForm
      experiment={experiment}
      original={experiment.originalConfig}
      words={{ title: `Fork ${experiment.name}`, submit: 'Fork', action: 'fork', name: `Fork of ${experiment.name}` }}
      onClose={onClose}
    >
      {experimentHasEnded(experiment.state) && !searcherContinues(experiment.searcher) ? (
        <p>
          {worded`An adaptive search cannot be continued: which trials it stopped and which it let go on followed from all that were running. A fork begins a new search with the same settings and files.`}
        </p>
      ) : null}
    </ForkForm>
  );
}

interface ForkFormProps {
  experiment: PageSubject;
  /** The configuration that it begins with. */
  original: string;
  words: { title: string; submit: string; action: string; name: string };
  onClose: () => void;
  /** Above the fields. */
  children?: ReactNode;
}

/** Another experiment made of one: by name and length, or under a configuration of one's own. */
export function ForkForm({ experiment, original, words, onClose, children }: ForkFormProps) {
  const { mutate, isPending, error } = useCall(createExperimentRoute);
  const navigate = useNavigate();
  const [config, setConfig] = useState(() => batchesOfSteps(original));
  const [before] = useState(() => forkFields(config));
  // A configuration that cannot be read is shown as it is.
  const [whole, setWhole] = useState(before === undefined);
  const unit = forkFields(config)?.unit;
  const form = useForm({
    initialValues: { name: words.name, length: before?.length ?? '' },
    validate: {
      name: forkChecks.name,
      length: (length) => (unit === undefined ? null : forkChecks.length(length, unit)),
    },
  });
  const wrong = whole ? yamlProblem(config, 'A configuration') : null;
  const refused = error ? problemOf(error, words.action) : null;
  const [sent, setSent] = useState(config);
  // What the server will not have is marked until it is written over.
  const marked = refused !== null && sent === config ? { line: lineOf(config, refused) } : null;
  const problem = refused ? refused : before ? null : 'failed to load previous yaml config';
  const withFields = () => withForkFields(config, trimmed(form.values));
  const turn = () => {
    if (whole) form.setValues(forkFields(config) ?? {});
    else setConfig(withFields());
    setWhole(!whole);
  };
  const send = (config: string) => {
    setSent(config);
    mutate(
      { parentId: experiment.id, projectId: experiment.projectId, config, activate: true },
      {
        onSuccess: ({ experiment: made, warnings }) => {
          onClose();
          sayLaunchWarnings(warnings);
          if (!made) return;
          const params = { experimentId: String(made.id), tab: undefined };
          void navigate({ to: '/experiments/$experimentId/{-$tab}', params });
        },
      },
    );
  };
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      wide={whole}
      inactive={wrong !== null}
      working={isPending}
      problem={problem}
      onClose={onClose}
      onSubmit={whole ? () => send(config) : form.onSubmit(() => send(withFields()), focusFirstError(form))}
    >
      {children}
      {whole ? null : (
        <>
          <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
          {unit === undefined ? null : (
            <TextInput
              label={`Max ${unit}`}
              withAsterisk
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('length')}
            />
          )}
        </>
      )}
      {whole ? (
        <LazyCodeEditor
          label="Config"
          initial={config}
          keys={experimentConfigKeys}
          problem={wrong ?? marked}
          onChange={setConfig}
          autoFocus
        />
      ) : null}
      {whole && !wrong ? <ChangedSettings before={experiment.originalConfig} now={config} of={experiment.id} /> : null}
      {before ? (
        <div>
          <Button variant="quiet" inactive={wrong !== null} onClick={turn}>
            {whole ? 'Show Simple Config' : 'Show Full Config'}
          </Button>
        </div>
      ) : null}
    </FormDialog>
  );
}

const trimmed = ({ name, length }: { name: string; length: string }) => ({ name: name.trim(), length: length.trim() });

const problemOf = (error: Error, action: string) =>
  error instanceof ApiError ? messageOf(error) : `Unable to ${action} with the provided config.`;
