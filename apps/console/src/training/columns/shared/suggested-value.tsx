import { getColumnValuesRoute } from '@determined/contract/training/values-ext-routes.ts';
import { Combobox, useCombobox } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { use, useEffect, useState } from 'react';
import { callQuery, useRead } from '#platform/api/call.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import type { FilterColumn } from './filter-operators.ts';
import { FilteredTableContext } from './filtered-table.ts';
import styles from './suggested-value.module.css';
import { type FilterValueFieldProps, useTypedValue } from './use-typed-value.ts';

/** What is typed is asked for once it has rested for so many ms. */
const askedRest = 300;

/** A text, typed freely or chosen from those that the column has in the table, the commonest first. */
export function SuggestedValue(props: FilterValueFieldProps) {
  const { input, typed, type, settle, choose } = useTypedValue(props);
  const [hasFocus, setFocus] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const { values, noun, nouns } = useColumnValues(props.column, typed, hasFocus && !input.disabled);
  const opened = isWanted && values.length > 0;
  const combobox = useCombobox({ opened, onOpenedChange: (open) => (open ? setWanted(true) : close()) });
  const { resetSelectedOption } = combobox;
  const listed = values.map(({ value }) => value).join('\n');
  const close = () => {
    setWanted(false);
    // Opened again it begins anew.
    resetSelectedOption();
  };
  // The library knows the option that is pointed at by its place in the document's list, where others stand now.
  useEffect(() => {
    if (listed !== '') resetSelectedOption();
  }, [listed, resetSelectedOption]);
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      onOptionSubmit={(value) => {
        if (values.some((one) => one.value === value && one.whole)) choose(value);
        else {
          type(value);
          settle();
        }
        close();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <input
          {...input}
          type="text"
          onChange={({ currentTarget: { value } }) => {
            type(value);
            setWanted(true);
          }}
          onFocus={() => setFocus(true)}
          // By a press, or ↓; who only comes by with Tab has nothing laid over the lines below.
          onClick={() => setWanted(true)}
          // What is done next, such as moving the line, finds it done.
          onBlur={() => {
            settle();
            setFocus(false);
            close();
          }}
          onKeyDown={(event) => {
            // An option that is pointed at is chosen.
            if (event.key !== 'Enter' || (opened && combobox.getSelectedOptionIndex() >= 0)) return;
            settle();
            close();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={styles.list}>
        <Combobox.Options className={styles.options} aria-label={`Values that ${nouns} have`}>
          {values.map(({ value, count }) => (
            <Combobox.Option
              key={value}
              value={value}
              className={styles.option}
              aria-label={`${value}, ${plural(count, noun, nouns)}`}
            >
              <span className={styles.value}>{value}</span>
              <span className={styles.count}>{formatCount(count)}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** None where they do not come: the field does without, and nothing is said of it. */
function useColumnValues({ columnName, location }: FilterColumn, typed: string, enabled: boolean) {
  const table = use(FilteredTableContext);
  const [part] = useDebouncedValue(typed.trim(), askedRest);
  const query = {
    of: 'run',
    ...table?.rows,
    column: columnName,
    location: location ?? 'LOCATION_TYPE_EXPERIMENT',
    typed: part === '' ? undefined : part,
  } as const;
  // What changes in the table while somebody types makes none of it wrong enough to be asked for again.
  const read = callQuery(getColumnValuesRoute, { params: { projectId: table?.projectId ?? 0 }, query }, []);
  const asked = { enabled: enabled && table !== null, keep: true };
  const { data, isError } = useRead({ ...read, throwOnError: false }, asked);
  const lower = typed.trim().toLowerCase();
  const found = (isError ? undefined : data?.values) ?? [];
  // Until those come that are asked for, the ones that were there before are narrowed.
  const values = found.filter(({ value }) => value.toLowerCase().includes(lower));
  const isChosen = values.length === 1 && values[0]?.value === typed;
  return { values: isChosen ? [] : values, noun: table?.noun ?? 'row', nouns: table?.nouns ?? 'rows' };
}
