import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

const at = consoleTest();

test('the manual is there without sign-in, with its pictures, and is found by words', async () => {
  await at.visitor.open('/login');
  expect(await at.page.getByRole('link', { name: 'docs' }).getAttribute('href')).toBe('/det/docs');
  await at.visitor.open('/docs');
  await at.visitor.pageNamed('Installing');
  await at.page
    .getByRole('navigation', { name: 'Manual' })
    .getByRole('link', { name: 'The console', exact: true })
    .click();
  const picture = at.page.getByRole('main').getByRole('img').first();
  await seen(picture);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await at.page.getByRole('searchbox', { name: 'Search the manual' }).fill('DATABASE_URL');
  await seen(at.page.getByRole('status').filter({ hasText: /^\d+ found$/ }));
  await at.page.getByRole('main').getByRole('link').first().click();
  await seen(at.page.getByRole('main').getByText('DATABASE_URL').first());
  await at.visitor.open('/docs/nothing');
  await seen(at.page.getByText('The manual has no such page.'));
});
