import { expect, test } from 'vitest';
import { linkMentions, mentioned, textParts } from './mentions.ts';

const text = (value: string) => ({ type: 'text', value });
const linked = (value: string) => {
  const node = { type: 'paragraph', children: [text(value)] };
  linkMentions(node);
  return (node.children as { type: string; value?: string; url?: string }[]).map(({ type, value, url }) =>
    type === 'link' ? [url] : value,
  );
};

test('numbers with a hash are mentions, alone and in sentences', () => {
  expect(linked('#1')).toEqual([['#1']]);
  expect(linked('as #12, (#345) and #6.')).toEqual(['as ', ['#12'], ', (', ['#345'], ') and ', ['#6'], '.']);
  for (const none of ['no. 5', 'C#7', 'a#7b', '#7b', '#1234567890', '##5', '&#39;', 'page/#7'])
    expect(linked(none)).toEqual([none]);
  expect(mentioned('#12')).toBe(12);
  for (const none of ['#top', 'https://a.b/#12', undefined]) expect(mentioned(none)).toBeUndefined();
});

test('code and other links keep what stands in them', () => {
  const code = { type: 'inlineCode', value: '#1' };
  const link = { type: 'link', url: 'https://a.b', children: [text('#1')] };
  const root = { type: 'root', children: [{ type: 'paragraph', children: [code, link, text('x')] }] };
  const before = structuredClone(root);
  linkMentions(root);
  expect(root).toEqual(before);
});

test('a plain text falls into pieces that put together are the text', () => {
  expect(textParts('see #12,\nor #3')).toEqual([
    { text: 'see ' },
    { text: '#12', run: 12 },
    { text: ',\nor ' },
    { text: '#3', run: 3 },
  ]);
  expect(textParts('C#7 alone')).toEqual([{ text: 'C#7 alone' }]);
});
