import { invalidArgument } from '@determined/contract/errors.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CellTest, Question } from '../../column-store/shared/cell-tests.ts';
import { storedStatesInOrder } from '../../life/shared/life-tables.ts';
import { inOrderOfLife } from '../../life/shared/shown-state.ts';
import type { ColumnKind } from './column-types.ts';
import type { FilterField, Operator } from './search-filter.ts';

type Condition = RawBuilder<SqlBool>;

// Parts of statements, by the operators of the filter; nothing of the user's text is among them.
const comparisons: Partial<Record<Operator, RawBuilder<unknown>>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
};

const states: ReadonlySet<string> = new Set(storedStatesInOrder);

/** A plain column's condition. Null columns make every comparison unknown, so such rows are left out: plain SQL. */
export function columnCondition(kind: ColumnKind, x: RawBuilder<unknown>, field: FilterField): Condition {
  const { operator } = field;
  if (operator === 'isEmpty') return kind === 'text' ? sql`(${x} is null or ${x} in ('', '[]'))` : sql`${x} is null`;
  if (operator === 'notEmpty') return kind === 'text' ? sql`${x} not in ('', '[]')` : sql`${x} is not null`;
  if (operator === 'contains' || operator === 'notContains') {
    if (kind !== 'text') throw refuse(field, 'only texts can be searched in');
    return like(x, operator, textOf(field), 'ilike');
  }
  switch (kind) {
    case 'text':
      return compare(x, operator, sql`${textOf(field)}`);
    case 'number':
      return compare(x, operator, sql`${numberOf(field)}::float8`);
    case 'time':
      return compare(x, operator, sql`${textOf(field)}::timestamptz`);
    case 'boolean':
      return compare(x, operator, sql`${booleanOf(field)}::boolean`);
    case 'state':
      // The same state has the same place, which costs a look through all of them to find out.
      if (operator === '=' || operator === '!=') return compare(x, operator, sql`${stateOf(field)}::text`);
      return compare(inOrderOfLife(x), operator, inOrderOfLife(sql`${stateOf(field)}::text`));
  }
}

/** What is asked of a metric. Facts: platform semantics 6.4. */
export function metricTest(field: FilterField): CellTest {
  const isNumber = field.type === 'COLUMN_TYPE_NUMBER';
  return { of: 'metric', ask: emptiness(field) ?? (isNumber ? numberQuestion(field) : textQuestion(field)) };
}

/** What is asked of what a run was given: of its type, at a place that holds a value. Facts: platform semantics 6.6. */
export function sampledTest(field: FilterField): CellTest {
  const ask = emptiness(field);
  if (ask) return { of: 'sampled', ask };
  if (field.type === 'COLUMN_TYPE_TEXT') return { of: 'sampled', ask: textQuestion(field) };
  if (field.type === 'COLUMN_TYPE_NUMBER') return { of: 'sampled', ask: numberQuestion(field) };
  return { of: 'sampled', ask: { is: 'boolean', operator: comparison(field), value: booleanOf(field) } };
}

/** What is asked of a configured hyperparameter, by its kind. Facts: platform semantics 6.5. */
export function configuredTest(field: FilterField): CellTest {
  const { operator } = field;
  const ask = emptiness(field);
  if (ask) return { of: 'configured', ask };
  if (isText(field)) return { of: 'configured', ask: textQuestion(field) };
  if (operator !== 'contains' && operator !== 'notContains') return { of: 'configured', ask: numberQuestion(field) };
  const not = operator === 'notContains';
  return { of: 'configured', ask: { is: 'in range', value: numberOf(field), text: String(field.value), not } };
}

const isText = ({ type }: FilterField) => type === 'COLUMN_TYPE_TEXT' || type === 'COLUMN_TYPE_DATE';

function emptiness(field: FilterField): Question | undefined {
  if (field.operator === 'isEmpty') return { is: 'empty', text: isText(field) };
  return field.operator === 'notEmpty' ? { is: 'not empty', text: isText(field) } : undefined;
}

function numberQuestion(field: FilterField): Question {
  const { operator } = field;
  if (operator === 'contains' || operator === 'notContains') throw refuse(field, 'only texts can be searched in');
  return { is: 'number', operator: comparison(field), value: numberOf(field) };
}

function textQuestion(field: FilterField): Question {
  const { operator } = field;
  const value = textOf(field);
  if (operator === 'contains' || operator === 'notContains')
    return { is: 'like', value, not: operator === 'notContains' };
  return { is: 'text', operator: comparison(field), value };
}

function comparison({ operator }: FilterField) {
  switch (operator) {
    case 'contains':
    case 'notContains':
    case 'isEmpty':
    case 'notEmpty':
      throw invalidArgument(`invalid operator ${operator}`);
    default:
      return operator;
  }
}

/** A condition on a run's metadata: one of the values at the place meets it. Facts: platform semantics 6.6. */
export function metadataCondition(key: string, field: FilterField): Condition {
  // Asked of each run; as `exists` the planner would make a join of every condition, and hundreds take it minutes.
  const some = (test: Condition) =>
    sql<SqlBool>`coalesce((select true from run_metadata d where d.trial_id = t.id and d.key = ${key} and ${test} limit 1), false)`;
  if (field.operator === 'isEmpty') return sql`not ${some(sql`true`)}`;
  if (field.operator === 'notEmpty') return some(sql`true`);
  // A text that is a date is no text.
  if (field.type === 'COLUMN_TYPE_TEXT') return some(sql`d.time is null and ${valueCondition(sql`d.value`, field)}`);
  if (field.type !== 'COLUMN_TYPE_DATE') return some(valueCondition(sql`d.value`, field));
  return some(compare(sql`d.time`, field.operator, sql`${textOf(field)}::timestamptz`));
}

/** On a single JSON value: it has the type that the filter says, and compares. */
function valueCondition(x: RawBuilder<unknown>, field: FilterField): Condition {
  const { operator, type } = field;
  const text = sql`(${x} #>> '{}')`;
  if (type === 'COLUMN_TYPE_TEXT') {
    const value = textOf(field);
    const contains = operator === 'contains' || operator === 'notContains';
    const test = contains ? like(text, operator, value, 'like') : compare(text, operator, sql`${value}`);
    return sql`(jsonb_typeof(${x}) = 'string' and ${test})`;
  }
  // Not compared where it is of another type: the cast would fail.
  if (type === 'COLUMN_TYPE_NUMBER') {
    const number = sql`(case when jsonb_typeof(${x}) = 'number' then ${text}::float8 end)`;
    return compare(number, operator, sql`${numberOf(field)}::float8`);
  }
  const flag = sql`(case when jsonb_typeof(${x}) = 'boolean' then ${text}::boolean end)`;
  return compare(flag, operator, sql`${booleanOf(field)}::boolean`);
}

function compare(x: RawBuilder<unknown>, operator: Operator, value: RawBuilder<unknown>): Condition {
  const symbol = comparisons[operator];
  if (!symbol) throw invalidArgument(`invalid operator ${operator}`);
  return sql`${x} ${symbol} ${value}`;
}

/** `%` and `_` are wildcards, as clients know them. */
function like(x: RawBuilder<unknown>, operator: Operator, value: string, how: 'like' | 'ilike'): Condition {
  const not = operator === 'notContains' ? sql`not ` : sql``;
  return sql`${x} ${not}${how === 'like' ? sql`like` : sql`ilike`} ${`%${value}%`}`;
}

function refuse({ column, value }: FilterField, why: string): Error {
  return invalidArgument(`filter: ${column} cannot be compared with ${JSON.stringify(value)}: ${why}`);
}

function textOf(field: FilterField): string {
  if (typeof field.value !== 'string') throw refuse(field, 'a text is needed');
  return field.value;
}

function numberOf(field: FilterField): number {
  const { value } = field;
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(value))
    return Number(value);
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
  throw refuse(field, 'a number is needed');
}

function booleanOf(field: FilterField): boolean {
  if (typeof field.value !== 'boolean') throw refuse(field, 'true or false is needed');
  return field.value;
}

function stateOf(field: FilterField): string {
  const state = textOf(field);
  if (!states.has(state)) throw refuse(field, 'not a stored state');
  return state;
}
