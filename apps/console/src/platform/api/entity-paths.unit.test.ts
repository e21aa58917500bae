import { expect, test } from 'vitest';
import { touches } from './entity-paths.ts';

test('a list of the kind is stale after any change of it', () => {
  expect(touches('/api/v1/workspaces', {}, { entity: 'workspace', id: 3 })).toBe(true);
  expect(touches('/api/v1/workspaces/{id}/projects', { id: 1 }, { entity: 'project', id: 9 })).toBe(true);
  expect(touches('/api/ext/v1/projects/{projectId}/experiment-rows', {}, { entity: 'experiment', id: 9 })).toBe(true);
});

test('an answer about one thing is stale only after that thing changed', () => {
  const path = '/api/v1/experiments/{experimentId}/trials';
  expect(touches(path, { experimentId: 5 }, { entity: 'experiment', id: 5 })).toBe(true);
  expect(touches(path, { experimentId: 5 }, { entity: 'experiment', id: '5' })).toBe(true);
  expect(touches(path, { experimentId: 5 }, { entity: 'experiment', id: 6 })).toBe(false);
  expect(touches(path, { experimentId: 5 }, { entity: 'experiment' })).toBe(true);
  expect(touches(path, { experimentId: 5 }, { entity: 'trial', id: 6 })).toBe(true);
});

test('other kinds leave it alone', () => {
  expect(touches('/api/v1/workspaces', {}, { entity: 'experiment' })).toBe(false);
  expect(touches('/api/v1/master', {}, { entity: 'workspace' })).toBe(false);
});

test('compound kinds are found by their words', () => {
  expect(touches('/api/v1/models/{modelName}/versions', {}, { entity: 'modelVersion' })).toBe(true);
  expect(touches('/api/v1/resource-pools', {}, { entity: 'resourcePool' })).toBe(true);
});
