import { expect, test } from 'vitest';
import { offeredGroups } from '../../shared/groups-field.tsx';
import { groupsRequest, groupWidths } from './groups-request.ts';

test('[ADMIN-068] the shares of the columns are the specification’s', () => {
  expect(groupWidths).toEqual({ action: 20, id: 20, name: 40, users: 40 });
});

test('[ADMIN-071] an address asks for its part of the list, ten groups by default', () => {
  expect(groupsRequest({})).toEqual({ query: { text: '', order: 'name', descending: false, offset: 0, limit: 10 } });
  expect(groupsRequest({ name: 'vi', sort: 'users=desc', page: 3, size: 20 })).toEqual({
    query: { text: 'vi', order: 'members', descending: true, offset: 40, limit: 20 },
  });
});

test('[ADMIN-072] there are 500 groups to choose from', () => {
  expect(offeredGroups).toBe(500);
});
