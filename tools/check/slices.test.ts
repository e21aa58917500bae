import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '..', '..');
const master = join(repository, 'apps/master/src');

/** `band/name` of each line. */
const listed = [
  ...readFileSync(join(master, 'slices.ts'), 'utf8').matchAll(/^export .*'\.\/(.+)\/[\w-]+\.ts';$/gm),
].map(([, slice]) => slice);

test('the table of slices in ARCHITECTURE.md is the list that imports are held to', () => {
  const text = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
  const rows = [...text.matchAll(/^\| \d \| (\w+) \| (.+) \|$/gm)];
  expect(rows.flatMap(([, band, names = '']) => names.split(', ').map((name) => `${band}/${name}`))).toEqual(listed);
});

test('every folder of a band that says what it is to the master is listed', () => {
  const folders = readdirSync(master, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('-slice.ts'))
    .map((path) => path.slice(0, path.lastIndexOf('/')));
  expect(folders.toSorted()).toEqual(listed.toSorted());
});
