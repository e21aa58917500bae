import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from './database.ts';
import { type LockLevel, type LockOptions, lockRows } from './lock-order.ts';
import { inTransaction } from './transaction.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

/** Rows that are there whatever happens; which level they are locked as is the test's matter. */
const rows = (tx: Tx, key: string) => tx.selectFrom('cluster_facts').select('name').where('name', '=', key);

type Lock = [level: LockLevel, key?: string, options?: Partial<LockOptions<{ name: string }>>];

async function locked(...locks: Lock[]): Promise<number> {
  const { db } = cluster.master;
  await db
    .insertInto('cluster_facts')
    .values(['one', 'two'].map((name) => ({ name, value: '1' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let count = 0;
  await inTransaction(db, async (tx) => {
    for (const [level, key = 'one', options] of locks)
      count += (await lockRows(tx, level, rows(tx, key), { key: 'name', ...options })).length;
  });
  return count;
}

const ofPart = { part: 'name' } as const;

test('rows are locked in the order of the list, and what is held may be asked for again', async () => {
  const downwards: Lock[] = [['leader'], ['workspace'], ['work'], ['part', 'one', ofPart], ['log', 'one', ofPart]];
  expect(await locked(...downwards, ['work'], ['workspace'])).toBe(7);
  expect(await locked(['workspace'], ['project'])).toBe(2);
});

test('rows of another part are locked when its turn comes', async () => {
  const part = (level: LockLevel, key: string): Lock => [level, key, ofPart];
  expect(await locked(['work'], part('allocation', 'one'), part('log', 'one'), part('allocation', 'two'))).toBe(4);
});

test.each<[string, Lock[], string]>([
  ['a workspace after its project', [['project'], ['workspace']], 'workspace one was locked after project one'],
  ['work after a part', [['part', 'two', ofPart], ['work']], 'work one was locked after part two'],
  [
    'an allocation after its log',
    [
      ['log', 'one', ofPart],
      ['allocation', 'one', ofPart],
    ],
    'allocation one was locked after log one',
  ],
  ['another work after a part', [['work'], ['part', 'one', ofPart], ['work', 'two']], 'work two was locked after part'],
  ['work after a project', [['project'], ['work']], 'work one was locked after project one'],
])('%s is a breach', async (_name, locks, text) => {
  await expect(locked(...locks)).rejects.toThrow(text);
});

test('what is taken only where it is free waits for nobody', async () => {
  expect(await locked(['log', 'one', ofPart], ['allocation', 'one', { ...ofPart, free: true }])).toBe(2);
});
