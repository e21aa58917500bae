import { expect, test } from 'vitest';
import { type StateLook, stateLook } from './state-kinds.ts';

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

// Those of experiments and jobs, and one that there is not.
const states =
  `UNSPECIFIED ACTIVE PAUSED STOPPING_COMPLETED STOPPING_CANCELED STOPPING_ERROR STOPPING_KILLED COMPLETED CANCELED
  ERROR DELETED DELETING DELETE_FAILED QUEUED PULLING STARTING RUNNING SCHEDULED SCHEDULED_BACKFILLED NEW`
    .split(/\s+/)
    .map((name) => `STATE_${name}`);

test.each([
  ['queued and scheduled', ['QUEUED', 'SCHEDULED', 'SCHEDULED_BACKFILLED'], { glyph: 'queued', tone: 'idle' }],
  ['running', ['RUNNING'], { glyph: 'running', tone: 'run', word: 'Running' }],
  ['paused', ['PAUSED'], { glyph: 'paused', tone: 'warn', word: 'Paused' }],
  ['completed', ['COMPLETED'], { tone: 'ok' }],
  ['error, deleted, deleting and delete failed', ['DELETED', 'DELETING', 'DELETE_FAILED', 'ERROR'], { tone: 'err' }],
  ['active and unspecified', ['ACTIVE', 'UNSPECIFIED'], { glyph: 'active', tone: 'run', word: 'Active' }],
] as [string, string[], Partial<StateLook>][])(
  '[EXP-053, EXP-055, EXP-056, EXP-057, EXP-058] %s, and no other state, look so',
  (_title, named, look) => {
    const alike = states.filter((state) =>
      Object.entries(look).every(([part, value]) => stateLook(state)[part as keyof StateLook] === value),
    );
    expect(alike.toSorted()).toEqual(named.map((name) => `STATE_${name}`).toSorted());
  },
);

test('[EXP-054] starting and pulling look as one that starts, and like no other', () => {
  const at = (name: string) => stateLook(`STATE_${name}`);
  expect([at('STARTING').tone, at('PULLING').tone]).toEqual(['run', 'run']);
  const glyphs = new Set([at('STARTING').glyph, at('PULLING').glyph]);
  const alike = states.filter((state) => glyphs.has(stateLook(state).glyph));
  expect(alike.toSorted()).toEqual(['STATE_PULLING', 'STATE_STARTING']);
});

test('[EXP-059] every other state looks stopped: at rest, in no colour of its own', () => {
  const others = ['STOPPING_CANCELED', 'STOPPING_COMPLETED', 'STOPPING_ERROR', 'STOPPING_KILLED', 'CANCELED', 'NEW'];
  for (const name of others) expect([name, stateLook(`STATE_${name}`).tone]).toEqual([name, 'idle']);
  const known = states.filter((state) => stateLook(state).tone === 'idle' && stateLook(state).glyph !== 'queued');
  expect(known.toSorted()).toEqual(others.map((name) => `STATE_${name}`).toSorted());
});
