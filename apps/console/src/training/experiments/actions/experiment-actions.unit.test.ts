import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { describe, expect, test } from 'vitest';
import { offerActions } from '#platform/actions/action.ts';
import type { WhyNot } from '#platform/session/may.ts';
import { experimentActions } from './experiment-actions.ts';
import type { ExperimentSubject, PageSubject } from './experiment-subject.ts';
import { pageActions } from './page-actions.ts';

const subject = (state: ExperimentState, over: Partial<ExperimentSubject> = {}): ExperimentSubject => ({
  id: 7,
  name: 'mnist',
  state,
  archived: false,
  unmanaged: false,
  parentArchived: false,
  userId: 1,
  workspaceId: 1,
  ...over,
});
const ofPage = (state: ExperimentState, over: Partial<PageSubject> = {}): PageSubject => ({
  ...subject(state),
  searcher: 'random',
  numTrials: 4,
  errored: 0,
  trialIds: [1, 2, 3, 4],
  projectId: 1,
  config: null,
  originalConfig: '',
  ...over,
});
const retried = (experiment: PageSubject, whyNot = anyone) =>
  offerActions(pageActions, [experiment], whyNot).find(({ action }) => action.key === 'retry');
const anyone: WhyNot = () => undefined;
const nobody: WhyNot = () => 'Needs a permission';
const offered = (...experiments: ExperimentSubject[]) =>
  offerActions(experimentActions, experiments, anyone).map(({ action }) => action.key);
const reason = (key: string, experiment: ExperimentSubject, whyNot = anyone) =>
  offerActions(experimentActions, [experiment], whyNot).find(({ action }) => action.key === key)?.disabledReason;

const arranging = ['move', 'retainLogs', 'hyperparameterSearch', 'edit'];

describe('actions of an experiment', () => {
  test('retry is for what of random and grid searches failed or was stopped, and for what failed of one that came to its end', () => {
    for (const searcher of ['random', 'grid']) {
      for (const state of ['STATE_ERROR', 'STATE_CANCELED'] as const) {
        expect(retried(ofPage(state, { searcher }))?.disabledReason).toBeUndefined();
        expect(retried(ofPage(state, { searcher }))).toBeDefined();
      }
      expect(retried(ofPage('STATE_COMPLETED', { searcher }))).toBeUndefined();
      expect(retried(ofPage('STATE_COMPLETED', { searcher, errored: 2 }))).toBeDefined();
      expect(retried(ofPage('STATE_RUNNING', { searcher, errored: 2 }))).toBeUndefined();
      expect(retried(ofPage('STATE_ERROR', { searcher, archived: true }))).toBeUndefined();
    }
    for (const searcher of ['single', 'adaptive_asha', 'custom']) {
      expect(retried(ofPage('STATE_ERROR', { searcher }))).toBeUndefined();
      expect(retried(ofPage('STATE_COMPLETED', { searcher, errored: 2 }))).toBeUndefined();
    }
    expect(retried(ofPage('STATE_ERROR', { unmanaged: true }))?.disabledReason).toBe(
      'Not available for unmanaged workloads',
    );
    expect(retried(ofPage('STATE_ERROR'), nobody)?.disabledReason).toMatch(/permission/);
  });

  test('[EXP-062] all in-progress states offer pause and stop', () => {
    for (const state of ['ACTIVE', 'PULLING', 'QUEUED', 'RUNNING', 'STARTING'] as const) {
      expect(offered(subject(`STATE_${state}`))).toEqual(['pause', 'stop', 'kill', ...arranging, 'archive']);
    }
    expect(offered(subject('STATE_PAUSED'))).toContain('stop');
    expect(offered(subject('STATE_COMPLETED'))).not.toContain('stop');
  });

  test('[EXP-061] activate is offered only when paused', () => {
    expect(offered(subject('STATE_PAUSED'))).toContain('activate');
    for (const state of ['RUNNING', 'STOPPING_CANCELED', 'COMPLETED', 'ERROR'] as const) {
      expect(offered(subject(`STATE_${state}`))).not.toContain('activate');
    }
  });

  test('[EXP-063] kill is offered in progress, paused and stopping-canceled', () => {
    for (const state of ['RUNNING', 'PAUSED', 'STOPPING_CANCELED'] as const) {
      expect(offered(subject(`STATE_${state}`))).toContain('kill');
    }
    expect(offered(subject('STATE_STOPPING_KILLED'))).not.toContain('kill');
    expect(offered(subject('STATE_CANCELED'))).not.toContain('kill');
  });

  test('[EXP-066] archive works on ended experiments of live projects, unarchive on archived ones', () => {
    expect(reason('archive', subject('STATE_COMPLETED'))).toBeUndefined();
    expect(reason('archive', subject('STATE_RUNNING'))).toBe('not ended yet');
    expect(reason('archive', subject('STATE_COMPLETED', { parentArchived: true }))).toBe('its project is archived');
    expect(offered(subject('STATE_COMPLETED', { archived: true }))).toEqual([
      'retainLogs',
      'hyperparameterSearch',
      'unarchive',
      'delete',
    ]);
  });

  test('[EXP-067] edit and move are offered when neither the experiment nor its parent is archived', () => {
    for (const state of ['STATE_RUNNING', 'STATE_PAUSED', 'STATE_COMPLETED'] as const) {
      expect(offered(subject(state))).toEqual(expect.arrayContaining(['move', 'edit']));
      for (const archived of [{ archived: true }, { parentArchived: true }]) {
        expect(offered(subject(state, archived))).not.toContain('move');
        expect(offered(subject(state, archived))).not.toContain('edit');
      }
    }
  });

  test('logs are retained of what has ended; before, and of what is archived, that is said', () => {
    expect(reason('retainLogs', subject('STATE_COMPLETED'))).toBeUndefined();
    expect(reason('retainLogs', subject('STATE_RUNNING'))).toBe('not ended yet');
    expect(reason('retainLogs', subject('STATE_COMPLETED', { archived: true }))).toBe('is archived');
  });

  test('[EXP-064] delete is offered when the experiment has ended or could not be deleted, archived or not', () => {
    for (const state of ['CANCELED', 'COMPLETED', 'ERROR', 'DELETE_FAILED'] as const) {
      expect(reason('delete', subject(`STATE_${state}`))).toBeUndefined();
      expect(offered(subject(`STATE_${state}`, { archived: true }))).toContain('delete');
    }
    for (const state of ['RUNNING', 'PAUSED', 'QUEUED', 'STOPPING_CANCELED', 'STOPPING_KILLED'] as const) {
      expect(offered(subject(`STATE_${state}`))).not.toContain('delete');
    }
    expect(reason('delete', subject('STATE_DELETING'))).toBe('is being deleted');
    expect(reason('delete', subject('STATE_COMPLETED'), nobody)).toMatch(/permission/);
  });

  test('state changes need rights and a managed experiment, and say so', () => {
    const changes = { activate: 'PAUSED', pause: 'RUNNING', stop: 'RUNNING', kill: 'RUNNING' } as const;
    for (const [key, state] of Object.entries(changes)) {
      expect(reason(key, subject(`STATE_${state}`))).toBeUndefined();
      expect(reason(key, subject(`STATE_${state}`), nobody)).toMatch(/permission/);
      const unmanaged = subject(`STATE_${state}`, { unmanaged: true });
      // Left out, or off with the reason; never in reach.
      if (offered(unmanaged).includes(key)) {
        expect(reason(key, unmanaged)).toBe('Not available for unmanaged workloads');
      }
    }
    expect(offered(subject('STATE_RUNNING', { unmanaged: true }))).toEqual(['pause', ...arranging, 'archive']);
  });

  test('what each leads to is shown at once', () => {
    expect(Object.fromEntries(experimentActions.map(({ key, shown }) => [key, shown]))).toEqual({
      activate: { state: 'STATE_ACTIVE' },
      pause: { state: 'STATE_PAUSED' },
      stop: { state: 'STATE_STOPPING_CANCELED' },
      kill: { state: 'STATE_STOPPING_KILLED' },
      archive: { archived: true },
      unarchive: { archived: false },
      delete: { state: 'STATE_DELETING' },
    });
  });
});
