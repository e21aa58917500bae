import { invalidArgument } from '@determined/contract/errors.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { summaryKey } from '../../metrics/shared/metric-values.ts';
import type { FilterField, Operator } from './search-filter.ts';

/** What kind of value a column holds decides what it can be compared with (platform semantics 6.3). */
export type ColumnKind = 'text' | 'number' | 'time' | 'state' | 'boolean';
export type Columns = Readonly<Record<string, readonly [kind: ColumnKind, expression: RawBuilder<unknown>]>>;

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

export const storedStatesInOrder = sql`array['ACTIVE','PAUSED','STOPPING_CANCELED','STOPPING_KILLED',
  'STOPPING_COMPLETED','STOPPING_ERROR','DELETING','CANCELED','COMPLETED','ERROR','DELETE_FAILED','RUNNING']`;
const states = new Set(
  `ACTIVE PAUSED STOPPING_CANCELED STOPPING_KILLED STOPPING_COMPLETED STOPPING_ERROR
   DELETING CANCELED COMPLETED ERROR DELETE_FAILED RUNNING`.split(/\s+/),
);

/** A plain column's condition. Null columns make every comparison unknown, so such rows are left out: plain SQL. */
export function columnCondition(columns: Columns, field: FilterField, what: string): Condition {
  const column = Object.hasOwn(columns, field.column) ? columns[field.column] : undefined;
  if (!column) throw invalidArgument(`invalid ${what} column ${field.column}`);
  const [kind, x] = column;
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
      return compare(place(x), operator, place(sql`${stateOf(field)}::text`));
  }
}

const place = (state: RawBuilder<unknown>) => sql`array_position(${storedStatesInOrder}, ${state})`;

const metricId = /^(.+?)\.(.+)\.(last|min|max|mean)$/;

/** Where `<group>.<name>.<last|min|max|mean>` stands in a trial's summary. */
export function metricPath(column: string): [group: string, name: string, part: string] {
  const match = metricId.exec(column);
  if (!match) throw invalidArgument(`${column} is not a valid metrics id`);
  const [, group = '', name = '', part = ''] = match;
  return [summaryKey(group), name, part];
}

/** A condition on a summary of metrics. Facts: platform semantics 6.4. */
export function metricCondition(summary: RawBuilder<unknown>, field: FilterField): Condition {
  const [group, name, part] = metricPath(field.column);
  const text = sql`(${summary} -> ${group}::text -> ${name}::text ->> ${part}::text)`;
  const { operator } = field;
  if (operator === 'isEmpty') return sql`${text} is null`;
  if (operator === 'notEmpty') return sql`${text} is not null`;
  if (field.type === 'COLUMN_TYPE_NUMBER') {
    if (operator === 'contains' || operator === 'notContains') throw refuse(field, 'only texts can be searched in');
    const isNumber = sql`${summary} -> ${group}::text -> ${name}::text ->> 'type' = 'number'`;
    return compare(sql`(case when ${isNumber} then ${text}::float8 end)`, operator, sql`${numberOf(field)}::float8`);
  }
  if (operator === 'contains' || operator === 'notContains') return like(text, operator, textOf(field), 'like');
  return compare(text, operator, sql`${textOf(field)}`);
}

/** A condition on a configured hyperparameter: by its kind, false where it is not there. Facts: platform semantics 6.5. */
export function hyperparameterCondition(hyperparameters: RawBuilder<unknown>, field: FilterField): Condition {
  const path = field.column.replace(/^hp\./, '').split('.');
  const x = sql`(${hyperparameters} #> ${path}::text[])`;
  const constant = sql`(${x} ->> 'val')`;
  const asNumber = (name: string) =>
    sql`(case when jsonb_typeof(${x} -> ${name}::text) = 'number' then (${x} ->> ${name}::text)::float8 end)`;
  const never = sql<SqlBool>`false`;
  let [ofConstant, ofRange, ofChoice]: [Condition, Condition, Condition] = [never, never, never];
  const { operator, type } = field;
  if (operator === 'isEmpty' || operator === 'notEmpty') {
    const empty = operator === 'isEmpty' ? sql`is null` : sql`is not null`;
    const isText = type === 'COLUMN_TYPE_TEXT' || type === 'COLUMN_TYPE_DATE';
    ofConstant = sql`${constant} ${empty}`;
    ofRange = isText ? never : sql`${x} ${empty}`;
    ofChoice = sql`(${x} -> 'vals') ${empty}`;
  } else if (type === 'COLUMN_TYPE_TEXT' || type === 'COLUMN_TYPE_DATE') {
    const value = textOf(field);
    if (operator === 'contains' || operator === 'notContains') {
      ofConstant = like(constant, operator, value, 'like');
      ofChoice = sql`${operator === 'contains' ? sql`` : sql`not`} jsonb_exists(${x} -> 'vals', ${value})`;
    } else ofConstant = compare(constant, operator, sql`${value}`);
  } else {
    const value = sql`${numberOf(field)}::float8`;
    if (operator === 'contains' || operator === 'notContains') {
      const has = operator === 'contains';
      ofRange = has
        ? sql`${asNumber('minval')} <= ${value} or ${asNumber('maxval')} >= ${value}`
        : sql`${asNumber('minval')} >= ${value} or ${asNumber('maxval')} <= ${value}`;
      ofChoice = sql`${has ? sql`` : sql`not`} jsonb_exists(${x} -> 'vals', ${String(field.value)})`;
    } else {
      ofConstant = compare(asNumber('val'), operator, value);
      ofRange = sql`${compare(asNumber('minval'), operator, value)} or ${compare(asNumber('maxval'), operator, value)}`;
    }
  }
  return sql<SqlBool>`(case when ${x} ->> 'type' = 'const' then ${ofConstant}
    when ${x} ->> 'type' in ('int', 'double', 'log') then ${ofRange}
    when ${x} ->> 'type' = 'categorical' then ${ofChoice} else false end)`;
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
