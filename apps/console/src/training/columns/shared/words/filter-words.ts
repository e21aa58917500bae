import { operatorWords, typedText } from '../filter-operators.ts';
import { conditionsIn, type FilterField, type FilterNode } from '../filter-set.ts';

/** What columns and values are called. */
export interface FilterNames {
  labelName: (field: FilterField) => string;
  valueName: (field: FilterField) => string;
}

/** A value as it is typed. */
export const plainValue = (field: FilterField): string => typedText(field.value, field.type);

/** `val_loss < 0.4`; of a group how many conditions it has. */
export function inBrief(node: FilterNode, { labelName, valueName }: FilterNames): string {
  if (node.kind === 'field')
    return `${labelName(node)} ${operatorWords(node.operator, node.type)} ${valueName(node)}`.trim();
  const count = conditionsIn(node);
  return `${node.conjunction === 'and' ? 'all' : 'any'} of ${count} ${count === 1 ? 'condition' : 'conditions'}`;
}
