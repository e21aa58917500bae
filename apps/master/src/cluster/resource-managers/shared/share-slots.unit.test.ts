import { expect, test } from 'vitest';
import { loadMasterConfig } from '#platform/config/load-master-config.ts';
import { shareSlots } from './share-slots.ts';

const shared = (count: number, pools: object[], settings: Record<string, string> = {}) => {
  const env = { HOME: '/tmp', DET_RESOURCE_POOLS: JSON.stringify(pools), ...settings };
  const { poolOf, pools: served } = shareSlots(
    Array.from({ length: count }, (_, id) => id),
    loadMasterConfig({ env }),
  );
  return { slots: Array.from({ length: count }, (_, id) => poolOf.get(id)), pools: served };
};

test('slots go to who names them, then to who asks for a number, and the rest to the default pool', () => {
  const pools = [{ pool_name: 'default' }, { pool_name: 'two', slots: 2 }, { pool_name: 'named', slots: [1, 4] }];
  expect(shared(6, pools)).toEqual({
    slots: ['two', 'named', 'two', 'default', 'named', 'default'],
    pools: ['default', 'two', 'named'],
  });
  expect(shared(2, [{ pool_name: 'default' }, { pool_name: 'none' }])).toEqual({
    slots: ['default', 'default'],
    pools: ['default'],
  });
});

test('the default pool of work without slots has the machine, though none of its slots', () => {
  const pools = [{ pool_name: 'default' }, { pool_name: 'aux' }];
  expect(shared(1, pools, { DET_RESOURCE_MANAGER_DEFAULT_AUX_RESOURCE_POOL: 'aux' })).toEqual({
    slots: ['default'],
    pools: ['default', 'aux'],
  });
});
