import { describe, expect, test } from 'vitest';
import type { EarlyExitReason, SearcherEvent, SearcherOperation } from './search-method.ts';
import { createSearcher, restoreSearcher } from './searcher.ts';
import type { SearcherConfig } from './searcher-registry.ts';
import vectors from './vectors/searcher.json' with { type: 'json' };

interface Step {
  event: SearcherEvent['kind'];
  trial?: number;
  value?: number;
  reason?: EarlyExitReason;
  metrics?: Record<string, unknown>;
  operations: (
    | { create: number; hparams: Record<string, unknown>; request_id: string; trial_seed: number }
    | { shutdown: { cancel: boolean; failure: boolean } }
  )[];
  progress: number;
}

interface Case {
  id: string;
  seed: number;
  searcher: SearcherConfig;
  hyperparameters: Record<string, unknown>;
  steps: Step[];
}

// Cast: recorded data; the compiler's own idea of its 24 different shapes is of no use.
const cases = vectors.cases as unknown as Case[];

/** What the recorded engine leaves open for ever, ours ends at once. */
const endsAtOnce = new Set(['grid-empty']);

describe.each([
  ['one object throughout', false],
  ['restored from its snapshot before every event', true],
])('recorded searches, %s', (_title, restoring) => {
  test.each(cases)('$id', (recorded) => {
    let searcher = createSearcher(recorded.searcher, recorded.hyperparameters, recorded.seed);
    const requestIds: string[] = [];
    for (const [index, step] of recorded.steps.entries()) {
      if (restoring) searcher = restoreSearcher(JSON.parse(JSON.stringify(searcher.snapshot())));
      const operations = searcher.handle(eventOf(step, requestIds));
      for (const operation of operations) if (operation.kind === 'create') requestIds.push(operation.requestId);
      const expected = endsAtOnce.has(recorded.id)
        ? [{ kind: 'shutdown', cancel: false, failure: false }]
        : step.operations.map(operationOf);
      expectSame(operations, expected, `step ${index}`);
      expectSame(searcher.progress(), step.progress, `progress after step ${index}`);
    }
  });
});

test('there are searches of every kind among them', () => {
  const names = cases.map((recorded) => recorded.searcher.name);
  expect(Object.entries(Object.groupBy(names, (name) => name)).map(([name, list]) => [name, list?.length])).toEqual([
    ['single', 6],
    ['random', 12],
    ['grid', 6],
  ]);
});

function eventOf(step: Step, requestIds: string[]): SearcherEvent {
  const requestId = requestIds[step.trial ?? -1] ?? 'none';
  switch (step.event) {
    case 'initial':
      return { kind: 'initial' };
    case 'validation':
      return { kind: 'validation', requestId, metrics: step.metrics ?? {} };
    case 'progress':
      return { kind: 'progress', requestId, progress: step.value ?? Number.NaN };
    case 'exited_early':
      return { kind: 'exited_early', requestId, reason: step.reason ?? 'ERRORED' };
    case 'exited':
      return { kind: 'exited', requestId };
  }
}

function operationOf(operation: Step['operations'][number]): SearcherOperation {
  if ('shutdown' in operation) return { kind: 'shutdown', ...operation.shutdown };
  const { hparams, request_id: requestId, trial_seed: trialSeed } = operation;
  return { kind: 'create', requestId, trialSeed, hparams };
}

/** Equal, but for the last bits of numbers that go through a power. */
function expectSame(actual: unknown, expected: unknown, where: string): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const difference = Math.abs(actual - expected);
    expect(difference, `${where}: ${actual} for ${expected}`).toBeLessThanOrEqual(Math.abs(expected) * 1e-12);
  } else if (isContainer(expected) && isContainer(actual)) {
    expect(Object.keys(actual).sort(), where).toEqual(Object.keys(expected).sort());
    for (const [key, value] of Object.entries(expected)) expectSame(actual[key], value, `${where}.${key}`);
  } else {
    expect(actual, where).toEqual(expected);
  }
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
