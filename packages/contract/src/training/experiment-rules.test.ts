import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ExperimentState } from '../tasks/tasks-messages-generated.ts';
import {
  type ExperimentAction,
  type ExperimentFacts,
  experimentIsTerminal,
  experimentMayBecome,
  experimentRule,
  pausableExperimentStates,
  storedExperimentState,
} from './experiment-rules.ts';

interface Case {
  given: string;
  call: string;
  before?: string;
  status: number;
  error?: string;
  after?: string;
  bulk_error?: string;
}

const recorded: { cases: Case[]; with_running_tasks: Case[] } = JSON.parse(
  readFileSync(new URL('vectors/lifecycle.json', import.meta.url), 'utf8'),
);

function given(row: Case): ExperimentFacts {
  const state = row.before ?? `STATE_${row.given}`;
  return {
    id: 7,
    state: ExperimentState.find((name) => name === state) ?? 'STATE_UNSPECIFIED',
    archived: row.given.endsWith('+archived'),
    unmanaged: row.given.startsWith('U-'),
  };
}

const action = (call: string) => (call === 'retain_logs' ? 'retainLogs' : call) as ExperimentAction;

/** Where ours differs on purpose: decision records about activate in STOPPING_ERROR, and what may be continued. */
function differs(row: Case): boolean {
  if (row.given === 'STOPPING_ERROR' && row.call === 'activate') return true;
  return (
    row.call === 'continue' && row.status === 200 && (row.given.startsWith('U-') || row.given.endsWith('+archived'))
  );
}

const rows = [...recorded.cases, ...recorded.with_running_tasks];

describe('rules of state follow the recorded life cycle', () => {
  test.each(rows.filter((row) => !differs(row)))('$given: $call → $status', (row) => {
    const verdict = experimentRule(action(row.call), given(row));
    if (row.status === 200) {
      expect(verdict.verdict).not.toBe('refused');
      const same = row.before === row.after;
      if (['activate', 'pause', 'cancel', 'kill'].includes(row.call) && row.after) {
        expect(verdict.verdict).toBe(same ? 'nothing' : 'acts');
      }
    } else {
      // The words of "continue" are wrapped into inner texts there; the last part is what clients read.
      const reason =
        verdict.verdict === 'refused' ? verdict.reason.replace("'7'", "'<id>'").replace('(7)', '(<id>)') : '';
      expect(row.error?.endsWith(reason) && reason !== '').toBe(true);
      expect(verdict.verdict === 'refused' && verdict.code).toBe(
        row.status === 404 ? 'NotFound' : 'FailedPrecondition',
      );
    }
  });

  test('all others are told below', () => {
    const excepted = rows.filter(differs).length;
    expect([rows.length, excepted]).toEqual([109, 4]);
    console.log(`life cycle: ${rows.length - excepted} equal + ${excepted} excepted`);
  });

  test.each(rows.filter((row) => row.bulk_error !== undefined))('$given: $call in bulk', (row) => {
    const verdict = experimentRule(action(row.call), given(row), { bulk: true });
    const text =
      verdict.verdict === 'refused'
        ? `rpc error: code = ${verdict.code} desc = ${verdict.reason.replace("'7'", "'<id>'")}`
        : '';
    expect(text).toBe(row.bulk_error);
  });
});

const managed = { id: 7, archived: false, unmanaged: false } as const;

describe('where the platform is left behind', () => {
  test('activate is refused while the experiment stops, whatever stops it', () => {
    expect(experimentRule('activate', { ...managed, state: 'STATE_STOPPING_ERROR' })).toEqual({
      verdict: 'refused',
      code: 'FailedPrecondition',
      reason: 'experiment in incompatible state STOPPING_ERROR',
    });
  });

  test('archived and unmanaged experiments and other searchers cannot be continued', () => {
    const ended = { ...managed, state: 'STATE_COMPLETED', searcher: 'single' } as const;
    expect(experimentRule('continue', ended).verdict).toBe('acts');
    for (const no of [
      { archived: true },
      { unmanaged: true },
      { parentArchived: true },
      { searcher: 'adaptive_asha' },
    ]) {
      expect(experimentRule('continue', { ...ended, ...no }).verdict).toBe('refused');
    }
  });

  test('nothing is archived or moved inside an archived project', () => {
    const inside = { ...managed, state: 'STATE_COMPLETED', parentArchived: true } as const;
    expect(experimentRule('archive', inside).verdict).toBe('refused');
    expect(experimentRule('move', inside).verdict).toBe('refused');
    expect(experimentRule('move', { ...inside, parentArchived: false }).verdict).toBe('acts');
  });
});

test('kill overrides a cancel under way, but no other end', () => {
  const kill = (state: ExperimentState) => experimentRule('kill', { ...managed, state }).verdict;
  expect(kill('STATE_STOPPING_CANCELED')).toBe('acts');
  expect(kill('STATE_STOPPING_KILLED')).toBe('nothing');
  expect(kill('STATE_STOPPING_COMPLETED')).toBe('refused');
  expect(kill('STATE_STOPPING_ERROR')).toBe('refused');
});

test('[EXP-051] the terminal states', () => {
  expect(ExperimentState.filter(experimentIsTerminal)).toEqual([
    'STATE_COMPLETED',
    'STATE_CANCELED',
    'STATE_ERROR',
    'STATE_DELETED',
    'STATE_DELETE_FAILED',
  ]);
});

test('[EXP-052] the states in progress are those in which pausing acts', () => {
  const pausable = ExperimentState.filter((state) => state !== 'STATE_UNSPECIFIED').filter(
    (state) => experimentRule('pause', { ...managed, state }).verdict === 'acts',
  );
  expect(pausable.toSorted()).toEqual(pausableExperimentStates.toSorted());
  expect(pausable.toSorted()).toEqual(
    ['ACTIVE', 'PULLING', 'QUEUED', 'RUNNING', 'STARTING'].map((state) => `STATE_${state}`),
  );
});

test('shown states are stored as ACTIVE, save RUNNING of unmanaged experiments', () => {
  expect(storedExperimentState({ state: 'STATE_PULLING', unmanaged: false })).toBe('STATE_ACTIVE');
  expect(storedExperimentState({ state: 'STATE_RUNNING', unmanaged: false })).toBe('STATE_ACTIVE');
  expect(storedExperimentState({ state: 'STATE_RUNNING', unmanaged: true })).toBe('STATE_RUNNING');
});

test('an ended experiment goes nowhere but to deletion', () => {
  expect(experimentMayBecome('STATE_CANCELED', 'STATE_ACTIVE')).toBe(false);
  expect(experimentMayBecome('STATE_CANCELED', 'STATE_DELETING')).toBe(true);
  expect(experimentMayBecome('STATE_DELETE_FAILED', 'STATE_DELETING')).toBe(true);
  expect(experimentMayBecome('STATE_PAUSED', 'STATE_PAUSED')).toBe(true);
});
