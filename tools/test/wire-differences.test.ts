import { expect, test } from 'vitest';
import { judge, readWanted, withoutChance } from './wire-differences.mjs';

const exchange = (key: string, ...differences: string[]) => ({ key, differences });
const problems = (wanted: string, ...exchanges: ReturnType<typeof exchange>[]) =>
  Object.fromEntries(judge(exchanges, readWanted(wanted === '' ? [] : wanted.split('\n'))));

const name = 'reply.items[3].name: recorded "a", ours "b"';
const size = 'reply.items[3].size.x: recorded 1, ours 2';

test('an exchange is good when it is equal, or differs in what is listed and nothing else', () => {
  expect(problems('', exchange('a'))).toEqual({});
  expect(problems('a\t32\treply.items[*].name', exchange('a', name))).toEqual({});
  expect(problems('a\t32\treply.items[*].name', exchange('a', name, size))).toEqual({ a: [size] });
  expect(problems('a\t32\treply.items[*].*', exchange('a', name, size))).toEqual({});
  expect(problems('', exchange('a', name))).toEqual({ a: ['differs and is not listed', name] });
});

test('what is listed has to differ, in every field that is named', () => {
  expect(problems('a\t32', exchange('a'))).toEqual({ a: ['is listed and does not differ'] });
  expect(problems('a\t32')).toEqual({ a: ['is listed and was not compared'] });
  expect(problems('a\t32\treply.items[*].name reply.total', exchange('a', name))).toEqual({
    a: ['reply.total is listed and does not differ'],
  });
});

test('only an answer that differs as a whole is listed without fields', () => {
  const status = 'status: recorded 500, ours 403';
  expect(problems('a\t52', exchange('a', status, name))).toEqual({});
  expect(problems('a\t32', exchange('a', name))).toEqual({ a: ['the fields that differ are not listed', name] });
  expect(problems('a\t52\treply.items[*].name', exchange('a', status, name))).toEqual({
    a: ['fields are listed although the whole answer differs'],
  });
});

test('of two bands that recorded an exchange of one name, one may be equal', () => {
  expect(problems('a\t32\treply.items[*].name', exchange('a'), exchange('a', name))).toEqual({});
});

test('what is left to chance is no difference, in its place only', () => {
  const chance = {
    drawn: ['\\.name: recorded "(a|b)", ours "(a|b)"$'],
    timed: { a: ['^reply\\.items\\[3\\]\\.size'] },
  };
  expect(withoutChance(exchange('a', name, size), chance).differences).toEqual([]);
  expect(withoutChance(exchange('b', name, size), chance).differences).toEqual([size]);
});
