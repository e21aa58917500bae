import { getResourcePoolsRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { type SpecialColumn, specialColumn } from './filter-operators.ts';
import type { FilterGroup, FilterNode } from './filter-set.ts';
import { type FilterNames, plainValue } from './words/filter-words.ts';

/** States that a filter asks for: those that are stored. */
const filterStates = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  CANCELED: 'Canceled',
  COMPLETED: 'Completed',
  ERROR: 'Error',
};
const filterSearchers = ['adaptive_asha', 'single', 'grid', 'random', 'custom'];

interface SpecialValue {
  value: string | number;
  label: string;
}

/** What a column is asked for from a list; nothing until it has come. */
export function useSpecialValues(special: SpecialColumn | undefined): SpecialValue[] {
  const users = useCallQuery(getUsersRoute, {}, { enabled: special === 'user' }).data?.users ?? [];
  const pools =
    useCallQuery(getResourcePoolsRoute, {}, { enabled: special === 'resourcePool' }).data?.resourcePools ?? [];
  switch (special) {
    case 'user':
      return users.map(({ id, displayName, username }) => ({ value: id, label: displayName || username }));
    case 'resourcePool':
      return pools.map(({ name }) => ({ value: name, label: name }));
    case 'state':
      return Object.entries(filterStates).map(([value, label]) => ({ value, label }));
    case 'searcherType':
      return filterSearchers.map((value) => ({ value, label: value }));
    default:
      return [];
  }
}

/** What the values of a filter's conditions are called: an account by its name. */
export function useValueNames(filter: FilterGroup): FilterNames['valueName'] {
  const users = useSpecialValues(asksFor(filter, 'user') ? 'user' : undefined);
  const states = useSpecialValues('state');
  return (field) => {
    const special = specialColumn(field);
    const known = special === 'user' ? users : special === 'state' ? states : [];
    return known.find(({ value }) => value === field.value)?.label ?? plainValue(field);
  };
}

const asksFor = (node: FilterNode, special: SpecialColumn): boolean =>
  node.kind === 'field' ? specialColumn(node) === special : node.children.some((child) => asksFor(child, special));
