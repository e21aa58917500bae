import { describe, expect, test } from 'vitest';
import { type EditedPage, mergeNotes, type NotePage, newPage } from './merge-notes.ts';

const page = (name: string, contents = ''): NotePage => ({ name, contents });
const plain = (pages: NotePage[]) => pages.map(({ name, contents }) => `${name}: ${contents}`);
const lines = (...all: string[]) => all.join('\n');

/** What is read is opened, `edit` makes of it what stands here, and meets what stands there. */
function meet(read: NotePage[], edit: (pages: EditedPage[]) => EditedPage[], stored: NotePage[]) {
  return mergeNotes(read, stored, edit(read.map(newPage)));
}
const write = (at: number, contents: string) => (pages: EditedPage[]) =>
  pages.map((one, i) => (i === at ? { ...one, contents } : one));

describe('notes of two writers', () => {
  const read = [page('Plan', lines('a', 'b', 'c')), page('Log', 'x')];

  test('in different pages, and in different lines of one, both stand', () => {
    const other = meet(read, write(0, lines('a', 'b', 'c', 'd')), [read[0] as NotePage, page('Log', 'y')]);
    expect(plain(other.pages)).toEqual(['Plan: a\nb\nc\nd', 'Log: y']);
    const same = meet(read, write(0, lines('A', 'b', 'c')), [page('Plan', lines('a', 'b', 'C')), page('Log', 'x')]);
    expect(plain(same.pages)).toEqual(['Plan: A\nb\nC', 'Log: x']);
    expect([...other.conflicts, ...same.conflicts]).toEqual([]);
  });

  test('in the same lines mine stays in sight, and the conflict has theirs and both', () => {
    const { pages, conflicts } = meet(read, write(0, lines('a', 'mine', 'c')), [
      page('Plan', lines('a', 'theirs', 'c')),
    ]);
    expect(plain(pages)).toEqual(['Plan: a\nmine\nc']);
    expect(conflicts).toEqual([
      { id: pages[0]?.id, theirs: 'a\ntheirs\nc', mine: 'a\nmine\nc', both: 'a\ntheirs\nmine\nc' },
    ]);
  });

  test('pages that either has added stay, those that one has deleted go', () => {
    const added = meet(read, (pages) => [...pages, { id: 99, from: undefined, ...page('Mine') }], [
      ...read,
      page('Theirs'),
    ]);
    expect(plain(added.pages)).toEqual(['Plan: a\nb\nc', 'Log: x', 'Theirs: ', 'Mine: ']);
    expect(plain(meet(read, (pages) => pages.slice(1), read).pages)).toEqual(['Log: x']);
    expect(plain(meet(read, (pages) => pages, read.slice(1)).pages)).toEqual(['Log: x']);
  });

  test('what one has deleted and the other has changed stays', () => {
    const theirs = [page('Plan', 'changed'), page('Log', 'x')];
    expect(plain(meet(read, (pages) => pages.slice(1), theirs).pages)).toEqual(['Plan: changed', 'Log: x']);
    expect(plain(meet(read, write(0, 'changed'), read.slice(1)).pages)).toEqual(['Log: x', 'Plan: changed']);
  });

  test('a page that was renamed there is known by its contents; pages of equal names stay apart', () => {
    const renamed = meet(read, write(0, lines('a', 'b', 'c', 'd')), [
      page('Plans', lines('a', 'b', 'c')),
      page('Log', 'x'),
    ]);
    expect(plain(renamed.pages)).toEqual(['Plans: a\nb\nc\nd', 'Log: x']);
    const twins = [page('Untitled', 'one'), page('Untitled', 'two')];
    expect(plain(meet(twins, write(1, 'second'), twins).pages)).toEqual(['Untitled: one', 'Untitled: second']);
  });
});
