import { getResourcePoolsRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { displayName } from '#platform/session/session.ts';
import type { SpecialColumn } from './filter-operators.ts';
import { filterStates, useAccounts } from './value-names.ts';

const filterSearchers = ['adaptive_asha', 'single', 'grid', 'random', 'custom'];

interface SpecialValue {
  value: string | number;
  label: string;
}

/** What a column is asked for from a list; nothing until it has come. */
export function useSpecialValues(special: SpecialColumn | undefined): SpecialValue[] {
  const users = useAccounts(special === 'user').data?.users ?? [];
  const pools =
    useCallQuery(getResourcePoolsRoute, {}, { enabled: special === 'resourcePool' }).data?.resourcePools ?? [];
  switch (special) {
    case 'user':
      return users.map((user) => ({ value: user.id, label: displayName(user) }));
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
