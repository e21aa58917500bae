import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { worded } from '#platform/switches/thing-words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import styles from './hp-search.module.css';
import { emptyRow, hyperparameterTypes, type SpaceRow, wholeText } from './search-space.ts';

interface HpSearchSpaceProps {
  form: UseFormReturnType<{ rows: SpaceRow[] }>;
  searcher: string;
}

const notSupported = 'Categorical hyperparameters are not currently supported.';

/** Second step: which values each hyperparameter may have. */
export function HpSearchSpace({ form, searcher }: HpSearchSpaceProps) {
  const { rows } = form.values;
  const grid = searcher === 'grid';
  return (
    <>
      <p className={styles.about}>
        {worded`Select hyperparameters and define the search space. The experiment code needs to be able to handle hyperparameters for them to take effect.`}
      </p>
      {rows.some(({ type }) => type === 'categorical') ? (
        <p role="status" className={styles.warning}>
          {notSupported} Those that are there stay as they are.
        </p>
      ) : null}
      <div className={styles.space} data-grid={grid || undefined} aria-hidden="true">
        {['Hyperparameter', 'Type', 'Current', 'Min value', 'Max value', ...(grid ? ['Grid count'] : [])].map(
          (head) => (
            <span key={head} className={styles.columnHead}>
              {head}
            </span>
          ),
        )}
      </div>
      {rows.map((row, at) => (
        <SpaceFields key={row.key} form={form} at={at} row={row} grid={grid} />
      ))}
      <div className={styles.add}>
        <Button onClick={() => form.insertListItem('rows', emptyRow(`new ${Date.now()} ${rows.length}`))}>
          <Icon of={Plus} size={14} />
          <span>Add Hyperparameter</span>
        </Button>
        <span className="muted">Log values are typed as they are, not as exponents. Int values are whole.</span>
      </div>
    </>
  );
}

const fields = ['name', 'current', 'min', 'max', 'count'] as const;

interface SpaceFieldsProps {
  form: HpSearchSpaceProps['form'];
  at: number;
  row: SpaceRow;
  grid: boolean;
}

function SpaceFields({ form, at, row, grid }: SpaceFieldsProps) {
  const name = row.name || `hyperparameter ${at + 1}`;
  const problems = useId();
  const wrong = fields.flatMap((key) => form.errors[`rows.${at}.${key}`] ?? []);
  const ranged = row.type !== 'const' && row.type !== 'categorical';
  const field = (key: 'current' | 'min' | 'max' | 'count', label: string, on: boolean) => {
    const path = `rows.${at}.${key}`;
    const props = form.getInputProps(path);
    return (
      <TextInput
        label={label}
        aria-label={`${label} of ${name}`}
        aria-describedby={problems}
        autoComplete="off"
        spellCheck={false}
        disabled={!on}
        placeholder={on || key === 'current' ? undefined : 'n/a'}
        {...props}
        error={Boolean(props.error)}
        value={on || key === 'current' ? row[key] : ''}
        onBlur={(event) => {
          const whole = row.type === 'int' && key !== 'current' ? wholeText(row[key]) : row[key];
          if (whole !== row[key]) form.setFieldValue(path, whole);
          else props.onBlur(event);
        }}
      />
    );
  };
  return (
    <fieldset className={styles.space} data-grid={grid || undefined} aria-label={name}>
      <TextInput
        aria-label={`Name of ${name}`}
        className={styles.name}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={at === 0 || undefined}
        disabled={row.type === 'categorical'}
        aria-describedby={problems}
        {...form.getInputProps(`rows.${at}.name`)}
        error={Boolean(form.errors[`rows.${at}.name`])}
      />
      <NativeSelect
        aria-label={`Type of ${name}`}
        disabled={row.type === 'categorical'}
        data={Object.entries(hyperparameterTypes).map(([value, label]) => ({
          value,
          label,
          disabled: value === 'categorical',
        }))}
        {...form.getInputProps(`rows.${at}.type`)}
      />
      {field('current', 'Current', row.type === 'const')}
      {field('min', 'Min value', ranged)}
      {field('max', 'Max value', ranged)}
      {grid ? field('count', 'Grid count', ranged) : null}
      <IconButton name={`Remove ${name}`} icon={X} onClick={() => form.removeListItem('rows', at)} />
      <div id={problems} className={styles.wrong}>
        {wrong.map((words) => (
          <p key={String(words)} className="mantine-InputWrapper-error">
            {words}
          </p>
        ))}
      </div>
    </fieldset>
  );
}
