import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { worded } from '#platform/switches/thing-words.ts';

import styles from './hp-search.module.css';
import { ashaModes, longestName, type SearchSettings, searchers, unitsOf } from './search-settings.ts';

export interface OfferedPool {
  name: string;
  /** Most that it can have. */
  slots: number;
  free: number;
}

interface HpSearchSettingsProps {
  form: UseFormReturnType<SearchSettings>;
  pools: readonly OfferedPool[];
  config: unknown;
}

const methods = {
  adaptive_asha: {
    name: 'Adaptive',
    get about() {
      return worded`ASHA: stops what lags, early. For many trials.`;
    },
  },
  grid: { name: 'Grid', about: 'Every combination. For few values.' },
  random: { name: 'Random', about: 'As many draws as you ask for, each to the end.' },
} as const;

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const number = { inputMode: 'numeric', autoComplete: 'off', withAsterisk: true } as const;

/** First step: how the search goes about it, where it runs and how far. */
export function HpSearchSettings({ form, pools, config }: HpSearchSettingsProps) {
  const { searcher, pool, name } = form.values;
  const adaptive = searcher === 'adaptive_asha';
  const units = unitsOf(config, searcher);
  const chosen = pools.find((one) => one.name === pool);
  const group = useId();
  return (
    <>
      <fieldset className={styles.methods}>
        <legend>Select search method</legend>
        {searchers.map((one) => (
          <label key={one} className={styles.method}>
            <input
              type="radio"
              name={group}
              data-autofocus={one === searcher || undefined}
              checked={one === searcher}
              aria-label={methods[one].name}
              aria-describedby={`${group}-${one}`}
              onChange={() => form.setFieldValue('searcher', one)}
            />
            <span>
              {methods[one].name}
              <small id={`${group}-${one}`}>{methods[one].about}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={styles.pair}>
        <TextInput
          label={worded`New experiment name`}
          description={`${name.trim().length} of ${longestName} letters`}
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Resource pool"
          withAsterisk
          description={chosen ? `${chosen.free} of ${chosen.slots} slots free` : undefined}
          data={[
            ...(chosen ? [] : [{ value: pool, label: 'Choose…' }]),
            ...pools.map((one) => ({ value: one.name, label: one.name })),
          ]}
          {...form.getInputProps('pool')}
        />
      </div>
      <div className={styles.three}>
        <TextInput
          label={worded`Slots per trial`}
          description={chosen ? `0 to ${chosen.slots}` : undefined}
          {...number}
          {...form.getInputProps('slots')}
        />
        {adaptive ? (
          <>
            <NativeSelect
              label="Early stopping mode"
              withAsterisk
              description="Aggressive stops most, conservative fewest"
              data={ashaModes.map((mode) => ({ value: mode, label: capitalized(mode) }))}
              {...form.getInputProps('mode')}
            />
            <div className={styles.once}>
              <span aria-hidden="true">Stop once</span>
              <label>
                <input
                  type="checkbox"
                  aria-describedby={`${group}-once`}
                  {...form.getInputProps('stopOnce', { type: 'checkbox' })}
                />{' '}
                Stop once
              </label>
              <small id={`${group}-once`}>Kept in the configuration; this version decides without it.</small>
            </div>
          </>
        ) : null}
      </div>
      <h3 className={styles.head}>Set Training Limits</h3>
      <div className={styles.three}>
        <TextInput label="Max length" {...number} {...form.getInputProps('maxLength')} />
        <NativeSelect
          label="Units"
          withAsterisk
          description={units.includes('epochs') ? undefined : 'Epochs need records per epoch'}
          data={[
            ...(units.includes(form.values.unit) ? [] : [{ value: form.values.unit, label: 'Choose…' }]),
            ...units.map((unit) => ({ value: unit, label: capitalized(unit) })),
          ]}
          {...form.getInputProps('unit')}
        />
        {searcher === 'grid' ? null : (
          <TextInput label={worded`Max trials`} {...number} {...form.getInputProps('maxTrials')} />
        )}
        <TextInput
          label={worded`Max concurrent trials`}
          description="0 leaves it to the pool"
          {...number}
          {...form.getInputProps('maxConcurrent')}
        />
        {adaptive ? (
          <>
            <TextInput
              label="Max rungs"
              description={worded`How often trials are compared`}
              {...number}
              {...form.getInputProps('maxRungs')}
            />
            <TextInput
              label="Divisor"
              description="One in so many goes on at each rung"
              {...number}
              {...form.getInputProps('divisor')}
            />
          </>
        ) : null}
      </div>
    </>
  );
}
