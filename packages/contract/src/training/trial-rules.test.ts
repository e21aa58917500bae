import { describe, expect, test } from 'vitest';
import { type RunFacts, runRule } from './run-rules.ts';
import { killTrialRule, patchTrialRule, trialMayBecome } from './trial-rules.ts';

describe('trials', () => {
  test('an ended trial is left alone, and revived by continue only', () => {
    expect(patchTrialRule('STATE_COMPLETED', 'STATE_STOPPING_KILLED').verdict).toBe('nothing');
    expect(trialMayBecome('STATE_ERROR', 'STATE_ACTIVE')).toBe(true);
    expect(trialMayBecome('STATE_ERROR', 'STATE_PAUSED')).toBe(false);
  });

  test('a milder stop does not replace a harder one, the same one is sent again', () => {
    expect(patchTrialRule('STATE_STOPPING_KILLED', 'STATE_STOPPING_CANCELED').verdict).toBe('nothing');
    expect(patchTrialRule('STATE_STOPPING_CANCELED', 'STATE_STOPPING_KILLED').verdict).toBe('acts');
    expect(patchTrialRule('STATE_STOPPING_CANCELED', 'STATE_STOPPING_CANCELED').verdict).toBe('acts');
  });

  test('nobody asks a trial to be over', () => {
    expect(patchTrialRule('STATE_ACTIVE', 'STATE_COMPLETED').verdict).toBe('nothing');
  });

  test('kill needs a live experiment', () => {
    expect(killTrialRule({ id: 3, state: 'STATE_RUNNING', experimentIsLive: true })).toEqual({
      verdict: 'acts',
      to: 'STATE_STOPPING_KILLED',
    });
    expect(killTrialRule({ id: 3, state: 'STATE_COMPLETED', experimentIsLive: true }).verdict).toBe('nothing');
    expect(killTrialRule({ id: 3, state: 'STATE_COMPLETED', experimentIsLive: false })).toEqual({
      verdict: 'refused',
      code: 'NotFound',
      reason: "trial '3' not found",
    });
  });
});

const run: RunFacts = {
  id: 5,
  state: 'STATE_COMPLETED',
  archived: false,
  multiTrial: false,
  experiment: { id: 2, state: 'STATE_COMPLETED', archived: false, unmanaged: false },
};
const live: RunFacts = { ...run, state: 'STATE_RUNNING', experiment: { ...run.experiment, state: 'STATE_RUNNING' } };
const reason = (...given: Parameters<typeof runRule>) => {
  const verdict = runRule(...given);
  return verdict.verdict === 'refused' ? verdict.reason : verdict.verdict;
};

describe('runs', () => {
  test('archive and unarchive', () => {
    expect(reason('archive', run)).toBe('acts');
    expect(reason('archive', { ...run, archived: true })).toBe('nothing');
    expect(reason('archive', live)).toBe('Run is not in terminal state.');
    const inArchived = { ...run, experiment: { ...run.experiment, archived: true } };
    expect(reason('archive', inArchived)).toBe("Run is part of archived Search (id: '2').");
    expect(reason('unarchive', inArchived)).toBe("Run is part of archived Search (id: '2').");
    expect(reason('unarchive', run)).toBe('nothing');
  });

  test('delete, kill, move', () => {
    expect(reason('delete', live)).toBe('Run is not in a terminal state.');
    expect(reason('kill', run)).toBe('nothing');
    expect(reason('kill', live)).toBe('acts');
    const unmanaged = { ...live, experiment: { ...live.experiment, unmanaged: true } };
    expect(reason('kill', unmanaged)).toBe(
      "Failed to kill run: rpc error: code = NotFound desc = experiment '2' not found",
    );
    expect(reason('move', { ...run, archived: true })).toBe('Run is archived.');
    expect(reason('move', { ...run, multiTrial: true })).toBe('acts');
    expect(reason('move', { ...run, multiTrial: true }, { skipMultiTrial: true })).toBe(
      "Skipping run '5' (part of multi-trial).",
    );
  });

  test('pause and resume are the experiment’s', () => {
    expect(reason('pause', live)).toBe('acts');
    expect(reason('resume', live)).toBe('nothing');
    expect(reason('pause', { ...live, multiTrial: true })).toBe("Cannot pause/unpause run '5' (part of multi-trial).");
    expect(reason('pause', run)).toBe('Failed to pause associated experiment: experiment in terminal state');
  });
});
