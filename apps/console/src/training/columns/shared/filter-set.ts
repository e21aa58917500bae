import type { ColumnType, LocationType } from '@determined/contract/organisation/projects-generated.ts';

/** The filter of a table as the search calls take it. Facts: platform semantics 6.2. */
export interface FilterSet {
  filterGroup: FilterGroup;
  showArchived: boolean;
}

export interface FilterGroup {
  kind: 'group';
  conjunction: 'and' | 'or';
  children: FilterNode[];
}

export type FilterValue = string | number | boolean | null;

export interface FilterField {
  kind: 'field';
  columnName: string;
  location?: LocationType;
  type?: ColumnType;
  operator: Operator;
  value: FilterValue;
}

export type FilterNode = FilterGroup | FilterField;

const operators = ['contains', 'notContains', '=', '!=', '>', '>=', '<', '<=', 'isEmpty', 'notEmpty'] as const;
export type Operator = (typeof operators)[number];

export const noFilter: FilterGroup = { kind: 'group', conjunction: 'and', children: [] };

/** They ask of a value only whether it is there. */
export const asksForNoValue = (operator: Operator): boolean => operator === 'isEmpty' || operator === 'notEmpty';

/** A field that asks for something. */
const asks = (field: FilterField) => asksForNoValue(field.operator) || field.value !== null;

/** Without the conditions that ask for nothing, and the groups that hold none. */
export function swept(group: FilterGroup): FilterGroup {
  const children = group.children.flatMap((child): FilterNode[] => {
    if (child.kind === 'field') return asks(child) ? [child] : [];
    const inner = swept(child);
    return inner.children.length > 0 ? [inner] : [];
  });
  return { ...group, children };
}

/** How many conditions it holds, on all levels. */
export function conditionsIn(group: FilterGroup): number {
  return group.children.reduce((sum, child) => sum + (child.kind === 'field' ? 1 : conditionsIn(child)), 0);
}

/** What of it asks for something; undefined where nothing does. */
export function askedFor(group: FilterGroup): FilterGroup | undefined {
  const filterGroup = swept(group);
  return filterGroup.children.length > 0 ? filterGroup : undefined;
}

/** What a call is sent; undefined where nothing is asked for. */
export function filterText(group: FilterGroup): string | undefined {
  const filterGroup = askedFor(group);
  return filterGroup && JSON.stringify({ filterGroup });
}

/** The filter that was stored, or stands in an address; undefined where it is none of the documented form. */
export function readFilter(stored: unknown): FilterGroup | undefined {
  try {
    const filter = readNode(stored ?? noFilter);
    return filter.kind === 'group' ? filter : undefined;
  } catch {
    return undefined;
  }
}

/** Throws at what is no filter. */
function readNode(raw: unknown): FilterNode {
  // What is not of this form is found out below.
  const node = raw as { [Key in keyof FilterGroup | keyof FilterField]?: unknown };
  if (node.kind === 'group') {
    if (node.conjunction !== 'and' && node.conjunction !== 'or') throw new Error('no conjunction');
    if (!Array.isArray(node.children)) throw new Error('no children');
    return { kind: 'group', conjunction: node.conjunction, children: node.children.map(readNode) };
  }
  const { columnName, location, type, value = null } = node;
  const operator = operators.find((known) => known === node.operator);
  if (node.kind !== 'field' || typeof columnName !== 'string' || !operator) throw new Error('no condition');
  if (typeof value === 'object' && value !== null) throw new Error('no value');
  return {
    kind: 'field',
    columnName,
    // The server knows what these names mean, and ignores those it does not.
    ...(typeof location === 'string' && { location: location as LocationType }),
    ...(typeof type === 'string' && { type: type as ColumnType }),
    operator,
    value: value as FilterValue,
  };
}
