import type { ColumnType } from '@determined/contract/organisation/projects-generated.ts';
import type { FilterField, FilterGroup, FilterNode, Operator } from '../filter-set.ts';
import type { FilterNames } from './filter-words.ts';

/** A part of a sentence; what a condition says is told from what joins it to others. */
export interface Words {
  text: string;
  isCondition: boolean;
}

const verbs: Record<Operator, string> = {
  contains: 'contains',
  notContains: 'does not contain',
  '=': 'is',
  '!=': 'is not',
  '>': 'is above',
  '>=': 'is at least',
  '<': 'is below',
  '<=': 'is at most',
  isEmpty: 'is empty',
  notEmpty: 'is not empty',
};
const verbsOfDates: Partial<Record<Operator, string>> = {
  '>': 'is after',
  '>=': 'is on or after',
  '<': 'is before',
  '<=': 'is on or before',
};
const verbOf = (operator: Operator, type: ColumnType | undefined) =>
  (type === 'COLUMN_TYPE_DATE' ? verbsOfDates[operator] : undefined) ?? verbs[operator];

/** A condition or group among others, which says how many of its own it takes. */
export function partInWords(node: FilterNode, names: FilterNames): Words[] {
  if (node.kind === 'field') return [condition(node, names)];
  const { length } = partsOf(node);
  const some = node.conjunction === 'and' ? ['both', 'all of'] : ['either', 'any of'];
  return [...(length > 1 ? [link(`${length === 2 ? some[0] : some[1]} `)] : []), ...inWords(node, names)];
}

/** What a filter asks, as the end of a sentence: "val_loss is below 0.4, and either State is Active or lr is at least 0.1". */
export function inWords(group: FilterGroup, names: FilterNames): Words[] {
  const parts = partsOf(group);
  // Where one has an "and" or "or" of its own, it is not told from the next without a comma.
  const apart = parts.some((part) => part.kind === 'group') ? ', ' : ' ';
  return parts.flatMap((part, at) => {
    const before = at === 0 ? '' : at === parts.length - 1 ? `${apart}${group.conjunction} ` : ', ';
    return [...(before === '' ? [] : [link(before)]), ...partInWords(part, names)];
  });
}

/** What a group asks; a group of the same kind in it, or of one thing alone, is no group for who reads. */
const partsOf = (group: FilterGroup): FilterNode[] =>
  group.children.flatMap((child) =>
    child.kind === 'group' && (child.conjunction === group.conjunction || child.children.length === 1)
      ? partsOf({ ...child, conjunction: group.conjunction })
      : [child],
  );

const link = (text: string): Words => ({ text, isCondition: false });

function condition(field: FilterField, { labelName, valueName }: FilterNames): Words {
  const text = `${labelName(field)} ${verbOf(field.operator, field.type)} ${valueName(field)}`.trim();
  return { text, isCondition: true };
}
