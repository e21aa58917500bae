import { expect, test } from 'vitest';
import { findSections, type ManualPageData } from './find-sections.ts';

const pages: ManualPageData[] = [
  {
    name: 'installing',
    title: 'Installing',
    html: '',
    sections: [
      { id: '', title: 'Installing', text: 'What it needs: a Linux machine.' },
      { id: 'stop', title: 'Stop and start', text: 'Tasks go on, also when the Master is away.' },
    ],
  },
  { name: 'console', title: 'Console', html: '', sections: [{ id: 'log', title: 'Master log', text: 'Lines.' }] },
];
const found = (query: string) => findSections(pages, query).map(({ page, section }) => `${page.name}#${section.id}`);

test('a section is found by all of its words, in heading or text; headings first', () => {
  expect(found('master')).toEqual(['console#log', 'installing#stop']);
  expect(found('tasks MASTER')).toEqual(['installing#stop']);
  expect(found('machine tasks')).toEqual([]);
  expect(found('  ')).toEqual([]);
  expect(findSections(pages, 'linux')[0]?.around).toBe('What it needs: a Linux machine.');
});
