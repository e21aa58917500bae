import { expect, test } from 'vitest';
import { checked, markEdit, marks } from './edit-source.ts';

/** What a mark makes of a source in which `[…]` is chosen. */
function marked(name: string, chosen: string): string {
  const [start, end] = [chosen.indexOf('['), chosen.indexOf(']') - 1];
  const source = chosen.replace('[', '').replace(']', '');
  const mark = marks.find((one) => one.name === name);
  if (!mark) throw new Error(`no mark ${name}`);
  const { from, to, text } = markEdit(source, [start, end], mark);
  return source.slice(0, from) + text + source.slice(to);
}

test('marks go around what is chosen, or before each of its lines', () => {
  expect(marked('Bold', 'a [big] word')).toBe('a **big** word');
  expect(marked('Code', 'a [word]')).toBe('a `word`');
  expect(marked('List', 'one\ntw[o\nthr]ee')).toBe('one\n- two\n- three');
  expect(marked('Check List', '[]first')).toBe('- [ ] first');
});

test('a box of a check list is pressed in its line alone', () => {
  const source = '- [ ] one\n  1. [x] two\n[ ] no list';
  expect(checked(source, 1)).toBe('- [x] one\n  1. [x] two\n[ ] no list');
  expect(checked(source, 2)).toBe('- [ ] one\n  1. [ ] two\n[ ] no list');
  expect(checked(source, 3)).toBe(source);
});
