import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { type FilterColumn, typedText, typedValue } from './filter-operators.ts';
import styles from './filter-panel.module.css';
import { asksForNoValue, type FilterField, type FilterValue } from './filter-set.ts';

/** What is typed counts once it has rested for so many ms. */
export const typedRest = 1000;

export interface FilterValueFieldProps {
  /** Accessible name. */
  name: string;
  column: FilterColumn;
  field: FilterField;
  onChange: (value: FilterValue) => void;
  /** A value was chosen that rows have, as all that they have there. */
  onChoose: (value: FilterValue) => void;
}

/** A value that is typed, with what the field for it is given. */
export function useTypedValue({ name, column: { type }, field, onChange, onChoose }: FilterValueFieldProps) {
  const stored = typedText(field.value, type);
  const [typed, setTyped] = useState(stored);
  const [seen, setSeen] = useState(field.value);
  // Another line may have come to stand here.
  if (seen !== field.value) {
    setSeen(field.value);
    if (typedValue(typed, type) !== field.value) setTyped(stored);
  }
  const rest = useDebouncedCallback((text: string) => onChange(typedValue(text, type)), typedRest);
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      rest(text);
    },
    /** What is typed counts at once. */
    settle: () => rest.flush(),
    choose: (text: string) => {
      rest.cancel();
      setTyped(text);
      onChoose(typedValue(text, type));
    },
    input: {
      className: styles.field,
      'data-part': 'value',
      'aria-label': name,
      disabled: asksForNoValue(field.operator),
      'aria-invalid': (typed.trim() !== '' && typedValue(typed, type) === null) || undefined,
      value: typed,
    },
  };
}
