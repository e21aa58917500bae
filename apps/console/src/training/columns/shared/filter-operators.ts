import type { ColumnType } from '@determined/contract/organisation/projects-generated.ts';
import type { FilterField, FilterValue, Operator } from './filter-set.ts';

/** A column that conditions can be about. */
export interface FilterColumn extends Pick<FilterField, 'columnName' | 'location'> {
  type: ColumnType;
  label: string;
}

/** What a condition is about. One of a stored filter may be gone from the project, or be one that is not offered. */
export const columnOf = ({ columnName, location, type }: FilterField, columns: readonly FilterColumn[]): FilterColumn =>
  columns.find((column) => column.columnName === columnName && (!location || column.location === location)) ?? {
    columnName,
    location,
    type: type ?? 'COLUMN_TYPE_TEXT',
    label: columnName,
  };

const byType: Record<ColumnType, readonly [Operator, ...Operator[]]> = {
  COLUMN_TYPE_TEXT: ['contains', 'notContains', '=', '!=', 'isEmpty', 'notEmpty'],
  COLUMN_TYPE_NUMBER: ['=', '!=', '>', '>=', '<', '<=', 'isEmpty', 'notEmpty'],
  COLUMN_TYPE_DATE: ['>', '>=', '<', '<='],
  COLUMN_TYPE_ARRAY: ['='],
  // Truth values, and places that hold values of several types.
  COLUMN_TYPE_UNSPECIFIED: ['=', '!='],
};

/** Their values are chosen from a list. */
const special = ['user', 'state', 'resourcePool', 'searcherType'] as const;
export type SpecialColumn = (typeof special)[number];

export const specialColumn = ({ columnName }: Pick<FilterColumn, 'columnName'>): SpecialColumn | undefined =>
  special.find((name) => name === columnName);

/** What a column can be asked for, the usual question first. */
export function operatorsOf(column: FilterColumn): readonly [Operator, ...Operator[]] {
  if (specialColumn(column)) return ['=', '!='];
  if (column.location === 'LOCATION_TYPE_RUN_METADATA' && column.type === 'COLUMN_TYPE_TEXT')
    return ['contains', '=', '!='];
  return byType[column.type];
}

const words: Partial<Record<Operator, string>> = {
  notContains: 'not contains',
  isEmpty: 'is empty',
  notEmpty: 'is not empty',
};
const wordsOfDates: Partial<Record<Operator, string>> = {
  '>': 'after',
  '>=': 'on or after',
  '<': 'before',
  '<=': 'on or before',
};

export const operatorWords = (operator: Operator, type: ColumnType | undefined): string =>
  (type === 'COLUMN_TYPE_DATE' ? wordsOfDates[operator] : words[operator]) ?? operator;

/** What finds just the rows that have a value which was chosen; another question than the usual one is kept as it was asked. */
export function operatorOfChosen(column: FilterColumn, operator: Operator): Operator {
  const [usual, ...others] = operatorsOf(column);
  return operator === usual && others.includes('=') ? '=' : operator;
}

/** A new condition on a column: its first question, no value yet. */
export function fieldOn({ columnName, location, type, ...column }: FilterColumn): FilterField {
  const [operator] = operatorsOf({ columnName, location, type, ...column });
  return { kind: 'field', columnName, location, type, operator, value: null };
}

/** What typed text asks for; null where it is no value of the type. */
export function typedValue(text: string, type: ColumnType | undefined): FilterValue {
  if (text.trim() === '') return null;
  switch (type) {
    case 'COLUMN_TYPE_NUMBER':
      // JSON has no such numbers: they travel as words.
      if (['NaN', 'Infinity', '-Infinity'].includes(text.trim())) return text.trim();
      return Number.isFinite(Number(text)) ? Number(text) : null;
    case 'COLUMN_TYPE_DATE':
      return startOfDay(text);
    case 'COLUMN_TYPE_UNSPECIFIED':
      if (text === 'true' || text === 'false') return text === 'true';
      return Number.isFinite(Number(text)) ? Number(text) : text;
    default:
      return text;
  }
}

/** The start of a day in UTC; null for what is no day. */
export function startOfDay(text: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const time = day ? new Date(`${day}T00:00:00.000Z`) : undefined;
  return time && Number.isFinite(time.getTime()) ? time.toISOString() : null;
}

/** What a value looks like where it is typed. */
export const typedText = (value: FilterValue, type: ColumnType | undefined): string =>
  value === null ? '' : type === 'COLUMN_TYPE_DATE' ? String(value).slice(0, 10) : String(value);
