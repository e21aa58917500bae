import { expect, test } from 'vitest';
import { consoleVersion, productName } from './cluster-info.ts';

test('[SHELL-055] the console says the version it was built for', () => {
  expect(consoleVersion).toBe('0.36.0');
});

test('the product is called as its branding says', () => {
  expect(productName({ branding: '' })).toBe('Determined');
  expect(productName({ branding: 'hpe' })).toBe('HPE Machine Learning Development Environment');
});
