import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { archiveExperiment } from './archive-experiment.ts';
import { disabledReason, type ExperimentSubject } from './experiment-action.ts';
import { experimentActions } from './experiment-actions.ts';
import { pauseExperiment } from './pause-experiment.ts';
import { showAtOnce } from './show-at-once.ts';

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
const offered = (experiment: ExperimentSubject) =>
  experimentActions.filter((action) => action.offered(experiment)).map((action) => action.key);
const anyone = () => true;

describe('actions of an experiment', () => {
  test('[EXP-052, EXP-062] all in-progress states offer pause and stop', () => {
    for (const state of ['ACTIVE', 'PULLING', 'QUEUED', 'RUNNING', 'STARTING'] as const) {
      expect(offered(subject(`STATE_${state}`))).toEqual(['pause', 'stop', 'kill', 'archive']);
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

  test('[EXP-065, EXP-066] archive works on ended experiments of live projects, unarchive on archived ones', () => {
    expect(disabledReason(archiveExperiment, subject('STATE_COMPLETED'), anyone)).toBeUndefined();
    expect(disabledReason(archiveExperiment, subject('STATE_RUNNING'), anyone)).toBe('not ended yet');
    expect(disabledReason(archiveExperiment, subject('STATE_COMPLETED', { parentArchived: true }), anyone)).toBe(
      'its project is archived',
    );
    expect(offered(subject('STATE_COMPLETED', { archived: true }))).toEqual(['unarchive']);
  });

  test('[EXP-076, EXP-078] state changes need rights and a managed experiment, and say so', () => {
    expect(disabledReason(pauseExperiment, subject('STATE_RUNNING'), () => false)).toMatch(/permission/);
    const unmanaged = subject('STATE_RUNNING', { unmanaged: true });
    expect(pauseExperiment.offered(unmanaged)).toBe(true);
    expect(disabledReason(pauseExperiment, unmanaged, anyone)).toBe('Not available for unmanaged workloads');
  });
});

describe('what is shown at once', () => {
  const key = ['getExperimentRows', { params: { projectId: 1 } }];
  const rowAfter = (actionKey: string) => {
    const cache = new QueryClient();
    const rows = [subject('STATE_RUNNING'), subject('STATE_RUNNING', { id: 8 })];
    cache.setQueryData(key, { total: 2, rows });
    cache.setQueryData(['getExperiment', { experimentId: 7 }], { experiment: rows[0] });
    const action = experimentActions.find((one) => one.key === actionKey);
    if (!action) throw new Error(`no action ${actionKey}`);
    showAtOnce(cache, 7, action.shown);
    const [row, other] = cache.getQueryData<{ rows: ExperimentSubject[] }>(key)?.rows ?? [];
    expect(other).toEqual(rows[1]);
    const { experiment } =
      cache.getQueryData<{ experiment: ExperimentSubject }>(['getExperiment', { experimentId: 7 }]) ?? {};
    expect(experiment).toEqual(row);
    return row;
  };

  test('[EXPLIST-076, EXPLIST-078, EXPLIST-079, EXPLIST-080] the state that the action leads to', () => {
    expect(rowAfter('activate')?.state).toBe('STATE_ACTIVE');
    expect(rowAfter('stop')?.state).toBe('STATE_STOPPING_CANCELED');
    expect(rowAfter('kill')?.state).toBe('STATE_STOPPING_KILLED');
    expect(rowAfter('pause')?.state).toBe('STATE_PAUSED');
  });

  test('[EXPLIST-077, EXPLIST-081] archived or not', () => {
    expect(rowAfter('archive')?.archived).toBe(true);
    expect(rowAfter('unarchive')?.archived).toBe(false);
  });
});
