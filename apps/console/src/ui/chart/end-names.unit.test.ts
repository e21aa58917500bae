import { expect, test } from 'vitest';
import { cutInTheMiddle, endNames } from './end-names.ts';

const line = (id: number, name: string, ends?: string[]) => ({ id, name, ends, color: id, x: [1], y: [1] });

test('a text that is cut keeps its begin and its end', () => {
  expect(['ema_decay 0.9998', 'short', 'twelve chars'].map((text) => cutInTheMiddle(text, 12))).toEqual([
    'ema_d…0.9998',
    'short',
    'twelve chars',
  ]);
});

test('at its end a line is called what has room there, by what tells it apart where that is little', () => {
  const ghost = { ...line(9, 'a ghost of a very long name', ['a ghost of a very long name']), color: undefined };
  const lines = [line(1, 'lr 0.1, n = 3', ['lr 0.1', '0.1']), line(2, 'x', ['weight_decay 0.9998', '0.9998']), ghost];
  const names = (width: number, phone = false) => {
    const { gutter, nameOf } = endNames(lines, width, phone);
    return [gutter, ...lines.slice(0, 2).map(nameOf)];
  };
  expect(names(0)).toEqual([124, 'lr 0.1', '0.9998']);
  const [gutter = 0, ...said] = names(800);
  expect(said).toEqual(['lr 0.1', 'weight_decay 0.9998']);
  // As much as it needs, of less than a third of the chart.
  expect(gutter).toBeGreaterThan(124);
  expect(gutter).toBeLessThan(240);
  expect(names(0, true)).toEqual([68, 'lr 0.1', '0.9998']);
  // Names without another wording are cut.
  const [one, other] = [line(1, 'validation.accuracy'), line(2, 'b')];
  expect([one, other].map(endNames([one, other], 400, false).nameOf)).toEqual(['val…racy', 'b']);
  // A single line has no label.
  expect(endNames([one, ghost], 400, false).gutter).toBe(12);
});
