import { expect, test } from 'vitest';
import type { LogPolicy } from '#platform/config/format/log-policies.ts';
import { linePolicies, matchLines } from './line-policies.ts';
import type { LogLine } from './log-line.ts';

const line = (text: string, agentId: string | null = 'node-1'): LogLine => ({
  allocationId: null,
  containerId: null,
  agentId,
  rankId: null,
  time: null,
  level: null,
  source: 'task',
  stdtype: 'stdout',
  text,
});

async function matched(policies: LogPolicy[], lines: LogLine[]): Promise<[number, number][]> {
  const found = await matchLines(linePolicies(policies), lines);
  return found.map(({ index, policy }) => [index, policy.place]);
}

test('patterns match anywhere in a line: plain texts, regular expressions, neither', async () => {
  const policies: LogPolicy[] = [
    { name: 'plain', pattern: '.*CUDA out of memory.*' },
    { name: 'off' },
    { name: 'regex', pattern: 'rank [0-9]+ (died|hangs)$', action: 'exclude_node' },
    { name: 'broken', pattern: '(' },
    { name: 'foreign', pattern: '(?=x)' },
    { name: 'words', pattern: 'ECC|NaN' },
  ];
  const lines = [line('all is well\n'), line('CUDA out of memory, NaN\n'), line('rank 12 died'), line('rank x died')];
  expect(await matched(policies, lines)).toEqual([
    [1, 0],
    [1, 5],
    [2, 2],
  ]);
});

test('a dot is any character, not the plain one', async () => {
  expect(await matched([{ name: 'a', pattern: 'a.c' }], [line('abc'), line('a.c'), line('ac')])).toEqual([
    [0, 0],
    [1, 0],
  ]);
});

test('lines without an agent and the dump of the configuration are left out', async () => {
  const policies: LogPolicy[] = [{ name: 'a', pattern: 'boom' }];
  expect(await matched(policies, [line('boom', null), line('{"log_policies":[{"pattern":"boom"}]}')])).toEqual([]);
});

test('patterns made to take for ever leave others their turn', async () => {
  const policies: LogPolicy[] = [
    { name: 'a', pattern: '(?:a?){500}a{500}' },
    { name: 'b', pattern: '(x+x+)+y' },
  ];
  const lines = Array.from({ length: 40 }, () => line('a'.repeat(1_000_000)));
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await matchLines(linePolicies(policies), lines);
  clearInterval(timer);
  // Unbounded, a single one of these lines takes minutes.
  expect(longest).toBeLessThan(2_000);
});
