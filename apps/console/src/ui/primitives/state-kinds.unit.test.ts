import { expect, test } from 'vitest';
import { stateLook } from './state-kinds.ts';

test('states of all enumerations have their word', () => {
  expect(stateLook('STATE_RUNNING').word).toBe('Running');
  expect(stateLook('STATE_CANCELED')).toMatchObject({ word: 'Stopped', tone: 'idle' });
  expect(stateLook('STATE_ERROR')).toMatchObject({ word: 'Errored', tone: 'err' });
  expect(stateLook('WORKSPACE_STATE_DELETE_FAILED').word).toBe('Delete failed');
  expect(stateLook('STATE_STOPPING_KILLED').word).toBe('Stopping');
});

test('a value outside the enumerations is stopped and says so', () => {
  expect(stateLook('STATE_SOMETHING_NEW')).toMatchObject({ word: 'Unknown state', tone: 'idle' });
});
