import { expect, test } from 'vitest';
import { errorOfLines, signatureOf } from './error-of-lines.ts';

const lines = (...texts: string[]) => texts.map((text, n) => ({ n: n + 10, level: null, text: `${text}\n` }));

test('the end of the last traceback is why, with where it was raised', () => {
  const log = lines(
    'Traceback (most recent call last):',
    '  File "a.py", line 1, in <module>',
    '    first()',
    'KeyError: 1',
    'trying again',
    'Traceback (most recent call last):',
    '  File "train.py", line 9, in main',
    '    step()',
    '  File "net.py", line 3, in step',
    '    \u001b[31mraise ValueError("loss is nan")\u001b[0m',
    'torch.cuda.OutOfMemoryError: CUDA out of memory',
    'process exited with 1',
  );
  expect(errorOfLines(log)).toEqual({
    n: 20,
    text: 'torch.cuda.OutOfMemoryError: CUDA out of memory',
    frames: [
      '  File "train.py", line 9, in main',
      '    step()',
      '  File "net.py", line 3, in step',
      '    raise ValueError("loss is nan")',
    ],
  });
});

test('without an exception it is the last error; without either there is none', () => {
  const [one, two, three] = lines('fine', 'disk is full', 'bye');
  if (!one || !two || !three) throw new Error('three lines');
  expect(errorOfLines([one, { ...two, level: 'ERROR' }, three])).toEqual({ n: 11, text: 'disk is full', frames: [] });
  expect(errorOfLines([one, three])).toBeNull();
  expect(errorOfLines([])).toBeNull();
});

test('failures that differ in numbers, paths, addresses and names are the same', () => {
  const same = (a: string, b: string) => expect(signatureOf(a)).toBe(signatureOf(b));
  same("FileNotFoundError: '/data/x/1.npy'", "FileNotFoundError: '/mnt/y/22.npy'");
  same('RuntimeError: rank 3 of 8 at 0x7f3a', 'RuntimeError: rank 5 of 16 at 0x11');
  same('ValueError: loss is 1.5e-3', 'ValueError: loss is 7');
  expect(signatureOf('ValueError: a')).not.toBe(signatureOf('KeyError: a'));
});
