import { expect, test } from 'vitest';
import { getUsersRoute } from './identity/users-routes.ts';
import { getWorkspaceProjectsRoute } from './organisation/workspaces-routes.ts';
import { type Change, changesOf, isStaleAfter } from './staleness.ts';
import { getExperimentsRoute, moveExperimentsRoute, pauseExperimentRoute } from './training/experiments-routes.ts';
import { getExperimentRowsRoute } from './training/ext-routes.ts';
import { compareTrialsRoute } from './training/metrics-routes.ts';
import { getTrialRoute } from './training/trials-routes.ts';

const trained: Change = { entity: 'metric', of: { trial: 40, experiment: 12, project: 1, workspace: 1 } };

test('an answer is stale after a change of what it reads only', () => {
  expect(isStaleAfter(getTrialRoute, { trialId: 40 }, trained)).toBe(true);
  expect(isStaleAfter(getUsersRoute, {}, trained)).toBe(false);
  expect(isStaleAfter({ reads: undefined, of: {} }, {}, trained)).toBe(false);
});

test('what happens in one project leaves answers about another alone', () => {
  const rows = (projectId: number) =>
    isStaleAfter(getExperimentRowsRoute, { params: { projectId }, query: {} }, trained);
  expect([rows(1), rows(2)]).toEqual([true, false]);
  expect(isStaleAfter(getTrialRoute, { trialId: 41 }, trained)).toBe(false);
  expect(isStaleAfter(getExperimentsRoute, { projectId: 2 }, trained)).toBe(false);
});

test('what is not said of a change or a request tells nothing apart', () => {
  expect(isStaleAfter(getTrialRoute, { trialId: 41 }, { entity: 'metric' })).toBe(true);
  expect(isStaleAfter(getTrialRoute, { trialId: 41 }, { entity: 'metric', of: { workspace: 7 } })).toBe(true);
  expect(isStaleAfter(getExperimentsRoute, {}, trained)).toBe(true);
  // Zero asks for all.
  expect(isStaleAfter(getWorkspaceProjectsRoute, { id: 0 }, { entity: 'project', of: { workspace: 3 } })).toBe(true);
});

test('a request for several things is about each of them, whatever type their ids have', () => {
  expect(isStaleAfter(compareTrialsRoute, { trialIds: [39, 40] }, trained)).toBe(true);
  expect(isStaleAfter(compareTrialsRoute, { trialIds: [39, 41] }, trained)).toBe(false);
  expect(isStaleAfter(getTrialRoute, { trialId: 40 }, { entity: 'trial', of: { trial: '40' } })).toBe(true);
});

test('a call changes the thing that its request names, or anything', () => {
  expect(changesOf(pauseExperimentRoute, { id: 12 })).toContainEqual({ entity: 'experiment', of: { experiment: 12 } });
  for (const { of } of changesOf(moveExperimentsRoute, { experimentIds: [1, 2] })) expect(of).toEqual({});
});
