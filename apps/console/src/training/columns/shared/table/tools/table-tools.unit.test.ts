import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What a rule of a style sheet says. */
function rule(sheet: string, selector: string): string {
  const text = readFileSync(join(import.meta.dirname, sheet), 'utf8');
  const found = text.split('}').find((part) =>
    part
      .split('{')[0]
      ?.split(',')
      .some((one) => one.trim() === selector),
  );
  return found?.split('{')[1] ?? '';
}

test('[EXPLIST-060] in the column picker an item is 30 px high, and the list 360 px', () => {
  expect(rule('table-tools.module.css', '.columns li')).toMatch(/^\s*height: 30px;/m);
  expect(rule('table-tools.module.css', '.columns label')).toMatch(/^\s*height: 30px;/m);
  expect(rule('table-tools.module.css', '.columns')).toMatch(/^\s*height: 360px;/m);
});
