import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chipsCollapse } from './filter-tool.tsx';

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

test('[EXPLIST-061] in the filter a row is 28 px high, up to 9 show, and it collapses when taller than 48', () => {
  expect(rule('../../filter-panel.module.css', '.line')).toMatch(/^\s*min-height: 28px;/m);
  expect(rule('../../filter-panel.module.css', '.lines')).toMatch(new RegExp(`max-height: min\\(${9 * 28}px, `));
  expect([24, 48, 49, 52].map(chipsCollapse)).toEqual([false, false, true, true]);
});
