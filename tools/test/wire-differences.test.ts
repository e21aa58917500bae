import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judge, readWanted, withoutChance } from './wire-differences.mjs';

const exchange = (key: string, ...differences: string[]) => ({ key, differences });
const problems = (wanted: string, ...exchanges: ReturnType<typeof exchange>[]) =>
  Object.fromEntries(judge(exchanges, readWanted(wanted === '' ? [] : wanted.split('\n')), new Set(['GetTask'])));

const name = 'reply.items[3].name: recorded "a", ours "b"';
const size = 'reply.items[3].size.x: recorded 1, ours 2';
const status = 'status: recorded 500, ours 403';

test('an exchange is good when it is equal, or differs in what is listed and nothing else', () => {
  expect(problems('', exchange('a'))).toEqual({});
  expect(problems('a\t32\treply.items[*].name', exchange('a', name))).toEqual({});
  expect(problems('a\t32\treply.items[*].name', exchange('a', name, size))).toEqual({ a: [size] });
  expect(problems('a\t52\tstatus', exchange('a', status))).toEqual({});
  expect(problems('a\t52\tstatus', exchange('a', status, name))).toEqual({ a: [name] });
  expect(problems('', exchange('a', name))).toEqual({ a: ['differs and is not listed', name] });
});

test('what is listed has to differ, in every field that is named', () => {
  expect(problems('a\t32\tstatus', exchange('a'))).toEqual({ a: ['is listed and does not differ'] });
  expect(problems('a\t32')).toEqual({ a: ['is listed and was not compared'] });
  expect(problems('a\t32\treply.items[*].name reply.total', exchange('a', name))).toEqual({
    a: ['reply.total is listed and does not differ'],
  });
});

test('nothing excuses a whole answer, nor all that lies below a field', () => {
  expect(problems('a\t32', exchange('a', status))).toEqual({ a: [status] });
  expect(problems('a\t32\treply.items[*].size', exchange('a', size))).toEqual({
    a: ['reply.items[*].size is listed and does not differ', size],
  });
  const list = readFileSync(new URL('../../docs/wire-differences.tsv', import.meta.url), 'utf8').split('\n');
  const rows = list.filter((line) => line !== '' && !line.startsWith('#'));
  expect(rows.filter((line) => !/^[^\t]+\t[^\t]+\t(?!.*\.\*)\S.*$/.test(line))).toEqual([]);
});

test('of another item the values differ, its form does not', () => {
  const absent = 'reply.items[3].owner: recorded "x", ours absent';
  const kind = 'reply.items[3].ended: null recorded, ours "2026"';
  const length = 'reply.items[3].labels: 1 elements recorded, ours 2';
  const wanted = 'a\t50\tanother:reply.items[*]';
  expect(problems(wanted, exchange('a', name, size, length))).toEqual({});
  expect(problems(wanted, exchange('a', name, absent, kind))).toEqual({ a: [absent, kind] });
});

test('what waits for a call that is not built waits no more when the table of routes has it', () => {
  expect(problems('a\tnot built: LaunchShell\tstatus', exchange('a', status))).toEqual({});
  expect(problems('a\tnot built: LaunchShell, GetTask: why\tstatus', exchange('a', status))).toEqual({
    a: ['waits for GetTask, which is built'],
  });
});

test('what is left to chance is no difference, in its place only', () => {
  const chance = {
    drawn: ['\\.name: recorded "(a|b)", ours "(a|b)"$'],
    timed: { a: ['^reply\\.items\\[3\\]\\.size'] },
  };
  expect(withoutChance(exchange('a', name, size), chance).differences).toEqual([]);
  expect(withoutChance(exchange('b', name, size), chance).differences).toEqual([size]);
});
