import { expect, test } from 'vitest';
import { defaultProjectId } from './default-project.ts';

test('[PROJ-001] the default project is number 1', () => {
  expect(defaultProjectId).toBe(1);
});
