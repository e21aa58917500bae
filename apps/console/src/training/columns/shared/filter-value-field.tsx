import { type SpecialColumn, specialColumn } from './filter-operators.ts';
import styles from './filter-panel.module.css';
import { useSpecialValues } from './special-values.ts';
import { SuggestedValue } from './suggested-value.tsx';
import { type FilterValueFieldProps, useTypedValue } from './use-typed-value.ts';

export function FilterValueField(props: FilterValueFieldProps) {
  const special = specialColumn(props.column);
  if (special) return <ChosenValue {...props} special={special} />;
  return hasSuggestions(props) ? <SuggestedValue {...props} /> : <TypedValue {...props} />;
}

/** Texts that rows share; but not all tags of a row, which stand in the column as one text. */
function hasSuggestions({ column: { columnName, type }, field: { operator } }: FilterValueFieldProps): boolean {
  const asksForPart = operator === 'contains' || operator === 'notContains';
  return type === 'COLUMN_TYPE_TEXT' && columnName !== 'localId' && (columnName !== 'tags' || asksForPart);
}

function TypedValue(props: FilterValueFieldProps) {
  const { input, type, settle } = useTypedValue(props);
  const isDate = props.column.type === 'COLUMN_TYPE_DATE';
  const isNumber = props.column.type === 'COLUMN_TYPE_NUMBER';
  return (
    <input
      {...input}
      type={isDate ? 'date' : 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      placeholder={isNumber ? 'Number' : undefined}
      onChange={({ currentTarget: { value } }) => {
        type(value);
        // A day is whole as soon as it is one.
        if (isDate) settle();
      }}
      // What is done next, such as moving the line, finds it done.
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
    />
  );
}

function ChosenValue({ name, special, field, onChange }: FilterValueFieldProps & { special: SpecialColumn }) {
  const options = useSpecialValues(special);
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
