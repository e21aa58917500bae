import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { plural } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { asObject, type Experiment } from '../experiment.ts';
import { sayLaunchWarnings } from '../slots-warning.ts';
import styles from './hp-search.module.css';
import { HpSearchCost } from './hp-search-cost.tsx';
import { HpSearchSettings, type OfferedPool } from './hp-search-settings.tsx';
import { HpSearchSpace } from './hp-search-space.tsx';
import { searchConfig } from './search-config.ts';
import { initialSettings, settingsProblems, unitsOf } from './search-settings.ts';
import { spaceProblems, spaceRows } from './search-space.ts';

interface HpSearchFormProps {
  experiment: Experiment;
  /** Complete. */
  config: unknown;
  pools: readonly OfferedPool[];
  hparams: unknown;
  onClose: () => void;
}

const steps = ['Settings', 'Hyperparameters'] as const;
type Step = (typeof steps)[number];

export function HpSearchForm({ experiment, config, pools, hparams, onClose }: HpSearchFormProps) {
  const [step, setStep] = useState<Step>('Settings');
  const { mutate, isPending, error } = useCall(createExperimentRoute);
  const navigate = useNavigate();
  const settings = useForm({
    initialValues: initialSettings(experiment.name, config, experiment.resourcePool),
    validateInputOnBlur: true,
    validate: (values) => settingsProblems(values, { pools, units: unitsOf(config, values.searcher) }),
  });
  const { searcher } = settings.values;
  const space = useForm({
    initialValues: { rows: spaceRows(asObject(config).hyperparameters, hparams) },
    validateInputOnBlur: true,
    validate: ({ rows }) => spaceProblems(rows, searcher),
  });
  const made = () => searchConfig(experiment.originalConfig, config, settings.values, space.values.rows);
  const [unread] = useState(() => made() === undefined);
  const run = () =>
    mutate(
      { parentId: experiment.id, projectId: experiment.projectId, config: made() ?? '', activate: true },
      {
        onSuccess: ({ experiment: search, warnings }) => {
          onClose();
          sayLaunchWarnings(warnings);
          if (!search) return;
          const params = { experimentId: String(search.id), tab: undefined };
          void navigate({ to: '/experiments/$experimentId/{-$tab}', params });
        },
      },
    );
  const first = step === 'Settings';
  const form = first ? settings : space;
  const wrong = Object.keys(form.errors).length;
  const problem = unread
    ? 'failed to load previous yaml config'
    : error && worded`Unable to create experiment: ${messageOf(error)}`;
  return (
    <FormDialog
      title="Hyperparameter Search"
      submit={first ? 'Select Hyperparameters' : 'Run'}
      wide="most"
      inactive={unread}
      working={isPending}
      problem={problem}
      note={wrong > 0 ? `${plural(wrong, 'thing', 'things')} to fix` : undefined}
      back={
        first ? undefined : (
          <Button size="md" onClick={() => setStep('Settings')}>
            Back
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={
        first
          ? settings.onSubmit(() => setStep('Hyperparameters'), focusFirstError(settings))
          : space.onSubmit(run, focusFirstError(space))
      }
    >
      <ol className={styles.steps}>
        {steps.map((name) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      <div className={styles.sides}>
        <div key={step} className={styles.fields}>
          {first ? (
            <HpSearchSettings form={settings} pools={pools} config={config} />
          ) : (
            <HpSearchSpace form={space} searcher={searcher} />
          )}
        </div>
        <HpSearchCost experiment={experiment} config={config} settings={settings.values} rows={space.values.rows} />
      </div>
    </FormDialog>
  );
}
