import { expect, test } from 'vitest';
import { follow, fuzzyThreshold, matching, mostOptions, type Option } from './options.ts';

const named = (...titles: string[]): Option[] => titles.map((title) => ({ title, group: 'Commands' }));
const titles = (options: readonly Option[]) => options.map(({ title }) => title);

test('[OMNI-004] what is typed may be as far from a command as 0.4 allows, and no further', () => {
  expect(fuzzyThreshold).toBe(0.4);
  const commands = named('cluster', 'clusterLogs', 'experiment', 'logout');
  expect(titles(matching(commands, 'clstr'))).toEqual(['cluster', 'clusterLogs']);
  expect(titles(matching(commands, 'clusxy'))).toEqual(['cluster', 'clusterLogs']);
  // Three of seven letters are others: 0.43.
  expect(titles(matching(commands, 'cluxyzr'))).toEqual([]);
  expect(titles(matching(commands, ''))).toEqual(titles(commands));
  expect(mostOptions).toBe(7);
});

test('words that are commands lead on; the last one is still being typed', async () => {
  const signal = new AbortController().signal;
  const asked: string[] = [];
  const answer = (typed: string) => {
    asked.push(typed);
    return named('12');
  };
  const root: Option[] = [
    {
      title: 'kill',
      group: 'Commands',
      options: () => [{ title: 'experiment', group: 'Commands', options: answer, asIs: true }],
    },
    ...named('logout'),
  ];
  expect(titles((await follow(root, 'kill', signal)).options)).toEqual(['kill', 'logout']);
  expect(await follow(root, 'Kill exp', signal)).toMatchObject({ rest: 'exp', path: 'kill ', asIs: false });
  const last = await follow(root, 'kill experiment 1', signal);
  expect([titles(last.options), last.rest, last.path, last.asIs]).toEqual([['12'], '1', 'kill experiment ', true]);
  expect(asked).toEqual(['1']);
  expect((await follow(root, 'logout now', signal)).rest).toBe('logout now');
});
