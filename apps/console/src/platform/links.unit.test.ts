import { expect, test } from 'vitest';
import { customerAsset } from './links.ts';

test('[SHELL-041] a picture of the customer’s is asked for by orientation and mode', () => {
  expect(customerAsset('logo', { orientation: 'vertical', mode: 'dark' })).toBe(
    '/det/customer-assets/logo?orientation=vertical&mode=dark',
  );
});
