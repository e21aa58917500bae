import { expect, test } from 'vitest';
import { forkChecks, forkFields, withForkFields } from './fork-config.ts';

const config = `# tuned by hand
name: mnist
searcher:
  name: single # one trial
  max_length:
    epochs: 4
`;

test('the short form reads and writes name and length, and leaves the rest of the text', () => {
  expect(forkFields(config)).toEqual({ name: 'mnist', length: '4', unit: 'epochs' });
  const changed = withForkFields(config, { name: 'mnist: longer', length: '8' });
  expect(changed).toBe(config.replace('name: mnist', 'name: "mnist: longer"').replace('epochs: 4', 'epochs: 8'));
  expect(withForkFields('searcher: {max_length: 100}\n', { name: 'a', length: '200' })).toContain('max_length: 200');
  expect(forkFields('searcher: {name: single}')).toEqual({ name: '', length: '', unit: undefined });
});

test('what is no configuration has no short form', () => {
  expect(forkFields('a: [')).toBeUndefined();
  expect(forkFields('words')).toBeUndefined();
});

test('a length is a whole number of at least 1', () => {
  expect(forkChecks.length(' ', 'batches')).toBe('Please provide a max batches.');
  expect(forkChecks.length('0', 'epochs')).toBe('Max epochs must be at least 1.');
  expect(forkChecks.length('1.5', 'epochs')).toBe('Max epochs must be at least 1.');
  expect(forkChecks.length('1', 'epochs')).toBeNull();
});
