import { expect, test } from 'vitest';
import { leastWidth, startWidths, widths } from './workspace-widths.ts';

test('[WS-022] columns start from these widths, and none is narrower', () => {
  expect(startWidths).toEqual({ action: 46, archived: 75, name: 150, projects: 74, state: 74, user: 85 });
  for (const [name, width] of Object.entries(startWidths)) {
    expect([name, widths[name as keyof typeof startWidths] >= width]).toEqual([name, true]);
  }
  expect(leastWidth).toBeGreaterThanOrEqual(504);
});
