import { expect, test } from 'vitest';
import { productName } from './cluster-info.ts';

test('the product is called as its branding says', () => {
  expect(productName({ branding: '' })).toBe('Determined');
  expect(productName({ branding: 'hpe' })).toBe('HPE Machine Learning Development Environment');
});
