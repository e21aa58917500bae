import { expect, test } from 'vitest';
import { searchRest } from '#platform/table/name-search.tsx';
import { userWidths } from './user-columns.tsx';
import { usersRequest } from './users-request.ts';

test('[ADMIN-067] the shares of the columns are the specification’s', () => {
  expect(userWidths).toEqual({
    action: 20,
    displayName: 120,
    isActive: 40,
    isAdmin: 40,
    lastAuthAt: 50,
    modifiedAt: 50,
    remote: 30,
  });
});

test('[ADMIN-069] what is typed is asked for after half a second', () => {
  expect(searchRest).toBe(500);
});

test('an address asks for its part of the list', () => {
  expect(usersRequest({})).toEqual({
    name: undefined,
    admin: undefined,
    active: undefined,
    sortBy: 'SORT_BY_MODIFIED_TIME',
    orderBy: 'ORDER_BY_DESC',
    offset: 0,
    limit: 10,
  });
  expect(
    usersRequest({ name: 'ad', role: 'non-admin', status: 'active', sort: 'displayName=asc', page: 3, size: 20 }),
  ).toEqual({
    name: 'ad',
    admin: false,
    active: true,
    sortBy: 'SORT_BY_NAME',
    orderBy: 'ORDER_BY_ASC',
    offset: 40,
    limit: 20,
  });
});
