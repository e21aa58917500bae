import { invalidArgument, textOfError } from '@determined/contract/errors.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import type { CellTest } from '../../column-store/shared/cell-tests.ts';
import type { PackedColumn } from '../../column-store/shared/cells.ts';
import type { Alone, Join } from './column-tables.ts';

/** The filter that search calls take as JSON text. Facts: platform semantics 6.2. */
export interface SearchFilter {
  condition: FilterNode;
  /** No field of it asks for anything: it finds all there is. */
  empty: boolean;
  showArchived: boolean;
}

export type FilterNode =
  | { kind: 'and' | 'or'; parts: FilterNode[] }
  /** Holds for every row. */
  | { kind: 'all' }
  | FieldMeaning;

/** What a field asks: of the database, or of a column that is packed. */
export type FieldMeaning =
  | { kind: 'sql'; sql: RawBuilder<SqlBool>; alone?: AskedAlone | undefined }
  | { kind: 'cells'; column: PackedColumn; test: CellTest };

/** Of runs: the table that the condition can be asked of by itself, with what is joined to it. */
export interface AskedAlone {
  table: Alone;
  joins: readonly Join[];
}

export interface FilterField {
  column: string;
  location: string;
  type: string;
  operator: Operator;
  /** Null only with `isEmpty` and `notEmpty`. */
  value: string | number | boolean | null;
}

const operators = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'notContains', 'isEmpty', 'notEmpty'] as const;
export type Operator = (typeof operators)[number];

/** What a field means in the tables that are searched; undefined where it is to be ignored. */
export type FieldCondition = (field: FilterField) => FieldMeaning | undefined;

type Node = Record<string, unknown>;
const all = { kind: 'all' } as const;
/** More is nobody's question: each condition costs its share of every row that is looked at. */
const limits = { depth: 50, conditions: 500, characters: 200_000 };

export function readSearchFilter(text: string, fieldCondition: FieldCondition): SearchFilter {
  if (text.length > limits.characters) throw invalidArgument(`filter: longer than ${limits.characters} characters`);
  const root = objectOf(parse(text), 'the filter');
  const group = root.filtergroup;
  let [conditions, empty] = [0, true];
  const counted: FieldCondition = (field) => {
    if (++conditions > limits.conditions) throw invalidArgument(`filter: more than ${limits.conditions} conditions`);
    const condition = fieldCondition(field);
    if (condition) empty = false;
    return condition;
  };
  const condition = group === undefined || group === null ? all : read(objectOf(group, 'filterGroup'), counted, 0);
  return { condition, empty, showArchived: root.showarchived === true };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidArgument(`filter: ${textOfError(error)}`);
  }
}

/** With its keys in lower case: they are matched whatever their case. */
function objectOf(json: unknown, what: string): Node {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalidArgument(`filter: ${what} must be an object`);
  }
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name.toLowerCase(), value]));
}

function read(node: Node, fieldCondition: FieldCondition, depth: number): FilterNode {
  if (depth > limits.depth) throw invalidArgument(`filter: groups are nested more than ${limits.depth} deep`);
  if (node.kind === 'field') return readField(node, fieldCondition) ?? all;
  if (node.kind !== 'group') return all;
  const children = Array.isArray(node.children) ? node.children : [];
  if (children.length === 0) return all;
  const conjunction = node.conjunction;
  if (conjunction === undefined || conjunction === null || conjunction === '') {
    throw invalidArgument('group specified with no conjunction');
  }
  if (conjunction !== 'and' && conjunction !== 'or') {
    throw invalidArgument(`invalid conjunction value ${String(conjunction)}`);
  }
  // A child that asks for nothing holds for every row.
  return {
    kind: conjunction,
    parts: children.map((child) => read(objectOf(child, 'a child'), fieldCondition, depth + 1)),
  };
}

function readField(node: Node, fieldCondition: FieldCondition): FieldMeaning | undefined {
  const { value = null, operator } = node;
  const asksOfAll = operator === 'isEmpty' || operator === 'notEmpty';
  if (value === null && !asksOfAll) return undefined;
  if (operator === undefined || operator === null || operator === '') {
    throw invalidArgument('field specified with value but no operator');
  }
  if (!isOperator(operator)) throw invalidArgument(`invalid operator ${String(operator)}`);
  if (value !== null && typeof value === 'object') throw invalidArgument('filter: a value must be a text or a number');
  return fieldCondition({
    column: String(node.columnname ?? ''),
    location: String(node.location ?? ''),
    type: String(node.type ?? ''),
    operator,
    // What is no object is a text, a number or null in JSON, or a truth value, which the conditions refuse.
    value: value as FilterField['value'],
  });
}

const isOperator = (operator: unknown): operator is Operator => operators.some((known) => known === operator);
