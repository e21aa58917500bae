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

test.each([
  ['queued and scheduled', ['QUEUED', 'SCHEDULED'], { glyph: 'queued', tone: 'idle' }],
  ['running', ['RUNNING'], { glyph: 'running', tone: 'run', word: 'Running' }],
  ['paused', ['PAUSED'], { glyph: 'paused', tone: 'warn', word: 'Paused' }],
  ['completed', ['COMPLETED'], { glyph: 'completed', tone: 'ok', word: 'Completed' }],
  ['error, deleted, deleting and delete failed', ['ERROR', 'DELETED', 'DELETING', 'DELETE_FAILED'], { tone: 'err' }],
  ['active and unspecified', ['ACTIVE', 'UNSPECIFIED'], { glyph: 'active', tone: 'run', word: 'Active' }],
])('[EXP-053, EXP-055, EXP-056, EXP-057, EXP-058] %s look as people read them', (_title, states, look) => {
  for (const state of states) expect([state, stateLook(`STATE_${state}`)]).toMatchObject([state, look]);
});
