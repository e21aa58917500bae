import { expect, test } from 'vitest';
import { productName, shownVersion } from './cluster-info.ts';

test('the product is called as its branding says', () => {
  expect(productName({ branding: '' })).toBe('Determined');
  expect(productName({ branding: 'hpe' })).toBe('HPE Machine Learning Development Environment');
});

test('[SHELL-093] a version that is longer than the folded side bar is shortened there alone', () => {
  expect(shownVersion('0.36.0-rc1', true)).toBe('0.36.0-…');
  expect([shownVersion('0.36.0-rc1', false), shownVersion('0.36.0', true)]).toEqual(['0.36.0-rc1', '0.36.0']);
});
