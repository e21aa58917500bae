import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { displayName } from '#platform/session/session.ts';
import { type SpecialColumn, specialColumn } from './filter-operators.ts';
import type { FilterGroup, FilterNode } from './filter-set.ts';
import { type FilterNames, plainValue } from './words/filter-words.ts';

/** States that a filter asks for: those that are stored. */
export const filterStates = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  CANCELED: 'Canceled',
  COMPLETED: 'Completed',
  ERROR: 'Error',
};

export function useAccounts(enabled: boolean) {
  return useCallQuery(getUsersRoute, {}, { enabled });
}

/** What the values of a filter's conditions are called: an account by its name, which is not its number until that has come. */
export function useValueNames(filter: FilterGroup): FilterNames['valueName'] {
  const accounts = useAccounts(asksFor(filter, 'user'));
  return (field) => {
    switch (specialColumn(field)) {
      case 'user': {
        if (accounts.isLoading) return '…';
        const account = accounts.data?.users.find(({ id }) => id === field.value);
        return account ? displayName(account) : plainValue(field);
      }
      case 'state':
        return Object.entries(filterStates).find(([state]) => state === field.value)?.[1] ?? plainValue(field);
      default:
        return plainValue(field);
    }
  };
}

const asksFor = (node: FilterNode, special: SpecialColumn): boolean =>
  node.kind === 'field' ? specialColumn(node) === special : node.children.some((child) => asksFor(child, special));
