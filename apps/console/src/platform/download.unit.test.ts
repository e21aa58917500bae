import { expect, test } from 'vitest';
import { experimentFilePath, modelDefinitionPath } from './download.ts';

test('[SHELL-039] an experiment’s code is downloaded whole, and a file of it by its path in the query', () => {
  expect(modelDefinitionPath(12)).toBe('/experiments/12/model_def');
  const address = new URL(experimentFilePath(12, 'a b/ü&c=#d?.py'), 'http://here.example');
  expect(address.pathname).toBe('/experiments/12/file/download');
  expect([...address.searchParams]).toEqual([['path', 'a b/ü&c=#d?.py']]);
});
