import { describe, expect, test } from 'vitest';
import type { AshaSearcherState } from './adaptive-asha-searcher.ts';
import type { BracketState } from './asha-bracket.ts';
import { SearchError } from './search-error.ts';
import type { EarlyExitReason, SearcherEvent, SearcherOperation } from './search-method.ts';
import { createSearcher, restoreSearcher, type Searcher } from './searcher.ts';
import type { SearcherConfig } from './searcher-registry.ts';
import vectors from './vectors/searcher.json' with { type: 'json' };

interface Step {
  event: SearcherEvent['kind'] | 'progress';
  trial?: number;
  value?: number;
  reason?: EarlyExitReason;
  metrics?: Record<string, unknown>;
  operations: (
    | { create: number; hparams: Record<string, unknown>; request_id: string; trial_seed: number }
    | { stop: number }
    | { shutdown: { cancel: boolean; failure: boolean } }
  )[];
  progress?: number;
  /** The search can't go on. */
  error?: string;
}

interface Case {
  id: string;
  seed: number;
  searcher: SearcherConfig;
  hyperparameters: Record<string, unknown>;
  steps: Step[];
  /** What the tournaments have come to at the end. */
  brackets?: Omit<BracketState, 'live'>[];
}

// Cast: recorded data; the compiler's own idea of its 44 different shapes is of no use.
const cases = vectors.cases as unknown as Case[];

/** Where ours decides otherwise: why, and the trials that it creates and stops at each step. */
const excepted: Record<string, { why: string; steps: string[]; progress: number[] }> = {
  'grid-empty': {
    why: 'decision 32: what the recorded engine leaves open for ever ends at once',
    steps: ['end'],
    progress: [0],
  },
  'asha-nan': {
    why: 'decision 40: what is no number ranks last, not first, and one bad value does not end a good trial',
    steps: ['create 0, create 1', '', '', '', '', ''],
    progress: [0, 0.5 / 4.8, 1 / 4.8, 1 / 4.8, 1 / 4.8, 1 / 4.8],
  },
  'asha-time-negative': {
    why: 'decision 32: a time before the beginning has reached no rung',
    steps: ['create 0, create 1', ''],
    progress: [0, 0],
  },
};

for (const [title, restoring] of [
  ['one object throughout', false],
  ['restored from its snapshot before every event', true],
] as const) {
  describe(`recorded searches, ${title}`, () => {
    test.each(cases.filter(({ id }) => !(id in excepted)))('$id', (recorded) => {
      const searcher = replay(recorded, restoring, (step, index, { operations, error, progress, names }) => {
        expect(error, `step ${index}`).toBe(step.error);
        if (step.error !== undefined) return;
        expectSame(
          operations,
          step.operations.map((operation) => operationOf(operation, names)),
          `step ${index}`,
        );
        expectSame(progress, step.progress, `progress after step ${index}`);
      });
      if (recorded.brackets) expectSame(bracketsOf(searcher), recorded.brackets, 'at the end');
    });

    test.each(Object.entries(excepted))('%s, excepted: $why', (id, { steps, progress: expected }) => {
      const recorded = cases.find((each) => each.id === id) as Case;
      expect(recorded.steps).toHaveLength(steps.length);
      replay(recorded, restoring, (_step, index, { operations, progress, names }) => {
        expect(operations.map((operation) => inWords(operation, names)).join(', '), `step ${index}`).toBe(steps[index]);
        expectSame(progress, expected[index], `progress after step ${index}`);
      });
    });
  });
}

test('all that was recorded is among them', () => {
  const names = cases.map((recorded) => recorded.searcher.name);
  expect(Object.entries(Object.groupBy(names, (name) => name)).map(([name, list]) => [name, list?.length])).toEqual([
    ['single', 6],
    ['random', 12],
    ['grid', 6],
    ['adaptive_asha', 18],
    ['async_halving', 2],
  ]);
  const others = Object.keys(excepted).length;
  console.log(`searcher vectors: ${cases.length - others} equal + ${others} excepted`);
});

interface Outcome {
  operations: SearcherOperation[];
  error: string | undefined;
  progress: number;
  /** Requests in the order of their creation. */
  names: string[];
}

function replay(
  recorded: Case,
  restoring: boolean,
  look: (step: Step, index: number, outcome: Outcome) => void,
): Searcher {
  let searcher = createSearcher(recorded.searcher, recorded.hyperparameters, recorded.seed);
  const names: string[] = [];
  const reported = new Map<string, number>();
  for (const [index, step] of recorded.steps.entries()) {
    if (restoring) searcher = restoreSearcher(JSON.parse(JSON.stringify(searcher.snapshot())));
    const requestId = names[step.trial ?? -1] ?? 'none';
    let operations: SearcherOperation[] = [];
    let error: string | undefined;
    if (step.event === 'progress') reported.set(requestId, step.value ?? Number.NaN);
    else {
      try {
        operations = searcher.handle(eventOf(step, requestId));
      } catch (thrown) {
        if (!(thrown instanceof SearchError)) throw thrown;
        error = thrown.message;
      }
    }
    for (const operation of operations) if (operation.kind === 'create') names.push(operation.requestId);
    look(step, index, { operations, error, progress: searcher.progress(reported), names });
  }
  return searcher;
}

function bracketsOf(searcher: Searcher): Omit<BracketState, 'live'>[] {
  // Cast: what a method keeps is its own; this test looks into it.
  const { brackets } = searcher.snapshot().method as AshaSearcherState;
  return brackets.map(({ live: _live, ...bracket }) => bracket);
}

function eventOf(step: Step, requestId: string): SearcherEvent {
  switch (step.event) {
    case 'initial':
      return { kind: 'initial' };
    case 'validation': {
      const metrics = Object.entries(step.metrics ?? {}).map(([name, value]) => [name, finite(value)]);
      return { kind: 'validation', requestId, metrics: Object.fromEntries(metrics) };
    }
    case 'exited_early':
      return { kind: 'exited_early', requestId, reason: step.reason ?? 'ERRORED' };
    default:
      return { kind: 'exited', requestId };
  }
}

/** The words that reports have for numbers beyond JSON. */
function finite(value: unknown): unknown {
  return { '+Inf': 'Infinity', '-Inf': '-Infinity' }[String(value)] ?? value;
}

function operationOf(operation: Step['operations'][number], names: readonly string[]): SearcherOperation {
  if ('shutdown' in operation) return { kind: 'shutdown', ...operation.shutdown };
  if ('stop' in operation) return { kind: 'stop', requestId: names[operation.stop] ?? '' };
  const { hparams, request_id: requestId, trial_seed: trialSeed } = operation;
  return { kind: 'create', requestId, trialSeed, hparams };
}

const inWords = (operation: SearcherOperation, names: readonly string[]) =>
  operation.kind === 'shutdown' ? 'end' : `${operation.kind} ${names.indexOf(operation.requestId)}`;

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
