import {
  columnOf,
  type FilterColumn,
  fieldOn,
  operatorOfChosen,
  operatorsOf,
  operatorWords,
} from './filter-operators.ts';
import styles from './filter-panel.module.css';
import { asksForNoValue, type FilterField, type Operator } from './filter-set.ts';
import { FilterValueField } from './filter-value-field.tsx';

const places: Partial<Record<NonNullable<FilterField['location']>, string>> = {
  LOCATION_TYPE_EXPERIMENT: 'General',
  LOCATION_TYPE_RUN: 'General',
  LOCATION_TYPE_VALIDATIONS: 'Metrics',
  LOCATION_TYPE_TRAINING: 'Metrics',
  LOCATION_TYPE_CUSTOM_METRIC: 'Metrics',
  LOCATION_TYPE_HYPERPARAMETERS: 'Hyperparameters',
  LOCATION_TYPE_RUN_HYPERPARAMETERS: 'Hyperparameters',
  LOCATION_TYPE_RUN_METADATA: 'Metadata',
};

interface FilterConditionProps {
  /** Says which line it is. */
  name: string;
  field: FilterField;
  columns: readonly FilterColumn[];
  onChange: (field: FilterField) => void;
}

/** What is asked of one column. */
export function FilterCondition({ name, field, columns, onChange }: FilterConditionProps) {
  const column = columnOf(field, columns);
  const operators = operatorsOf(column);
  const all = columns.includes(column) ? columns : [column, ...columns];
  const groups = Map.groupBy(all, ({ location }) => places[location ?? 'LOCATION_TYPE_EXPERIMENT'] ?? 'Others');
  return (
    <>
      <select
        className={styles.field}
        data-part="column"
        aria-label={`Column of ${name}`}
        value={keyOf(column)}
        onChange={(event) => {
          const next = all.find((one) => keyOf(one) === event.currentTarget.value);
          if (next) onChange(fieldOn(next));
        }}
      >
        {[...groups].map(([place, members]) => (
          <optgroup key={place} label={place}>
            {members.map((one) => (
              <option key={keyOf(one)} value={keyOf(one)}>
                {one.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <select
        className={styles.field}
        data-part="operator"
        aria-label={`Operator of ${name}`}
        value={field.operator}
        onChange={(event) => {
          // One of the options, which are operators.
          const operator = event.currentTarget.value as Operator;
          onChange({ ...field, operator, value: asksForNoValue(operator) ? null : field.value });
        }}
      >
        {(operators.includes(field.operator) ? operators : [field.operator, ...operators]).map((operator) => (
          <option key={operator} value={operator}>
            {operatorWords(operator, column.type)}
          </option>
        ))}
      </select>
      <FilterValueField
        // Another question has another value.
        key={`${keyOf(column)} ${asksForNoValue(field.operator)}`}
        name={`Value of ${name}`}
        column={column}
        field={field}
        onChange={(value) => onChange({ ...field, value })}
        onChoose={(value) => onChange({ ...field, operator: operatorOfChosen(column, field.operator), value })}
      />
    </>
  );
}

const keyOf = ({ columnName, location }: FilterColumn) => `${location} ${columnName}`;
