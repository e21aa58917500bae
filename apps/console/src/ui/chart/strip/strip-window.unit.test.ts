import { expect, test } from 'vitest';
import { draggedWindow, gripAt, keyedWindow } from './strip-window.ts';

const whole = [0, 100] as const;

test('a pointer has hold of an edge near it, else of the window it is in, else draws another', () => {
  expect(gripAt(20.5, [20, 40], whole, 0.01)).toBe('from');
  expect(gripAt(39.5, [20, 40], whole, 0.01)).toBe('to');
  expect(gripAt(30, [20, 40], whole, 0.01)).toBe('move');
  expect(gripAt(60, [20, 40], whole, 0.01)).toBe('new');
  expect(gripAt(60, undefined, whole, 0.01)).toBe('new');
  expect(gripAt(99.9, undefined, whole, 0.01)).toBe('to');
});

test('it is dragged as far as the axis goes, its edges past each other', () => {
  expect(draggedWindow('move', { start: 30, at: 45 }, [20, 40], whole)).toEqual([35, 55]);
  expect(draggedWindow('move', { start: 30, at: 200 }, [20, 40], whole)).toEqual([80, 100]);
  expect(draggedWindow('from', { start: 20, at: 60 }, [20, 40], whole)).toEqual([40, 60]);
  expect(draggedWindow('to', { start: 100, at: 70 }, undefined, whole)).toEqual([0, 70]);
  expect(draggedWindow('new', { start: 70, at: 50 }, [20, 40], whole)).toEqual([50, 70]);
  expect(draggedWindow('to', { start: 40, at: 900 }, [0, 40], whole)).toBeUndefined();
});

test('keys move it by a tenth or all of its length, to the ends, size it and show all again', () => {
  const keyed = (key: string) => keyedWindow(key, [20, 40], whole);
  expect([keyed('ArrowRight'), keyed('ArrowLeft')]).toEqual([
    [22, 42],
    [18, 38],
  ]);
  expect([keyed('PageDown'), keyed('PageUp')]).toEqual([
    [40, 60],
    [0, 20],
  ]);
  expect([keyed('Home'), keyed('End')]).toEqual([
    [0, 20],
    [80, 100],
  ]);
  expect([keyed('+'), keyed('-')]).toEqual([
    [25, 35],
    [10, 50],
  ]);
  expect(keyed('0')).toBeUndefined();
  expect(keyed('a')).toBeNull();
  expect(keyedWindow('ArrowRight', undefined, whole)).toBeUndefined();
});
