import { getResourcePoolsRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { type FilterColumn, type SpecialColumn, specialColumn, typedText, typedValue } from './filter-operators.ts';
import styles from './filter-panel.module.css';
import { asksForNoValue, type FilterField, type FilterValue } from './filter-set.ts';

/** What is typed counts once it has rested for so many ms. */
export const typedRest = 1000;

/** States that a filter asks for: those that are stored. */
export const filterStates = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  CANCELED: 'Canceled',
  COMPLETED: 'Completed',
  ERROR: 'Error',
};
export const filterSearchers = ['adaptive_asha', 'single', 'grid', 'random', 'custom'];

interface FilterValueFieldProps {
  /** Accessible name. */
  name: string;
  column: FilterColumn;
  field: FilterField;
  onChange: (value: FilterValue) => void;
}

export function FilterValueField(props: FilterValueFieldProps) {
  const special = specialColumn(props.column);
  return special ? <ChosenValue {...props} special={special} /> : <TypedValue {...props} />;
}

function TypedValue({ name, column: { type }, field, onChange }: FilterValueFieldProps) {
  const stored = typedText(field.value, type);
  const [typed, setTyped] = useState(stored);
  const [seen, setSeen] = useState(field.value);
  // Another line may have come to stand here.
  if (seen !== field.value) {
    setSeen(field.value);
    if (typedValue(typed, type) !== field.value) setTyped(stored);
  }
  const rest = useDebouncedCallback((text: string) => onChange(typedValue(text, type)), typedRest);
  const isDate = type === 'COLUMN_TYPE_DATE';
  return (
    <input
      className={styles.field}
      data-part="value"
      aria-label={name}
      type={isDate ? 'date' : 'text'}
      inputMode={type === 'COLUMN_TYPE_NUMBER' ? 'decimal' : undefined}
      placeholder={type === 'COLUMN_TYPE_NUMBER' ? 'Number' : undefined}
      disabled={asksForNoValue(field.operator)}
      aria-invalid={(typed.trim() !== '' && typedValue(typed, type) === null) || undefined}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        // A day is whole as soon as it is one.
        if (isDate) onChange(typedValue(value, type));
        else rest(value);
      }}
      // What is done next, such as moving the line, finds it done.
      onBlur={() => rest.flush()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') rest.flush();
      }}
    />
  );
}

function ChosenValue({ name, special, field, onChange }: FilterValueFieldProps & { special: SpecialColumn }) {
  const options = useOptions(special);
  const unknown = field.value !== null && !options.some(({ value }) => value === field.value);
  return (
    <select
      className={styles.field}
      data-part="value"
      aria-label={name}
      value={field.value === null ? '' : String(field.value)}
      onChange={(event) =>
        onChange(options.find(({ value }) => String(value) === event.currentTarget.value)?.value ?? null)
      }
    >
      <option value="">Choose…</option>
      {unknown ? <option value={String(field.value)}>{String(field.value)}</option> : null}
      {options.map(({ value, label }) => (
        <option key={value} value={String(value)}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface Option {
  value: string | number;
  label: string;
}

function useOptions(special: SpecialColumn): Option[] {
  const users = useCallQuery(getUsersRoute, {}, { enabled: special === 'user' }).data?.users ?? [];
  const pools =
    useCallQuery(getResourcePoolsRoute, {}, { enabled: special === 'resourcePool' }).data?.resourcePools ?? [];
  switch (special) {
    case 'user':
      return users.map(({ id, displayName, username }) => ({ value: id, label: displayName || username }));
    case 'resourcePool':
      return pools.map(({ name }) => ({ value: name, label: name }));
    case 'state':
      return Object.entries(filterStates).map(([value, label]) => ({ value, label }));
    case 'searcherType':
      return filterSearchers.map((value) => ({ value, label: value }));
  }
}
