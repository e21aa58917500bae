import { acts, nothingToDo, refused, type Verdict } from '../rule.ts';
import type { ExperimentState } from '../tasks/tasks-messages-generated.ts';

/** States that are stored; the other names of the wire are views of ACTIVE, but for RUNNING of unmanaged experiments. */
export type StoredExperimentState = Exclude<
  ExperimentState,
  'STATE_UNSPECIFIED' | 'STATE_QUEUED' | 'STATE_PULLING' | 'STATE_STARTING'
>;

/** Which state may follow which. Staying in a state is no change and always allowed. */
const next: Record<StoredExperimentState, readonly StoredExperimentState[]> = {
  STATE_ACTIVE: [
    'STATE_PAUSED',
    'STATE_STOPPING_KILLED',
    'STATE_STOPPING_CANCELED',
    'STATE_STOPPING_COMPLETED',
    'STATE_STOPPING_ERROR',
    'STATE_ERROR',
  ],
  STATE_PAUSED: [
    'STATE_ACTIVE',
    'STATE_STOPPING_KILLED',
    'STATE_STOPPING_CANCELED',
    'STATE_STOPPING_COMPLETED',
    'STATE_STOPPING_ERROR',
    'STATE_ERROR',
  ],
  STATE_STOPPING_CANCELED: ['STATE_CANCELED', 'STATE_STOPPING_KILLED', 'STATE_STOPPING_ERROR', 'STATE_ERROR'],
  STATE_STOPPING_KILLED: ['STATE_CANCELED', 'STATE_STOPPING_ERROR', 'STATE_ERROR'],
  STATE_STOPPING_COMPLETED: ['STATE_COMPLETED', 'STATE_STOPPING_ERROR', 'STATE_ERROR'],
  STATE_STOPPING_ERROR: ['STATE_ERROR'],
  STATE_COMPLETED: ['STATE_DELETING'],
  STATE_CANCELED: ['STATE_DELETING'],
  STATE_ERROR: ['STATE_DELETING'],
  STATE_DELETING: ['STATE_DELETED', 'STATE_DELETE_FAILED'],
  STATE_DELETE_FAILED: ['STATE_DELETING'],
  STATE_DELETED: [],
  STATE_RUNNING: [],
};

export function experimentMayBecome(from: StoredExperimentState, to: StoredExperimentState): boolean {
  return from === to || next[from].includes(to);
}

/** Nothing changes in these by itself any more: screens stop asking. */
export const terminalExperimentStates: readonly ExperimentState[] = [
  'STATE_CANCELED',
  'STATE_COMPLETED',
  'STATE_ERROR',
  'STATE_DELETE_FAILED',
  'STATE_DELETED',
];

export function experimentIsTerminal(state: ExperimentState): boolean {
  return terminalExperimentStates.includes(state);
}

/** In progress, so that pausing means something. */
export const pausableExperimentStates: readonly ExperimentState[] = [
  'STATE_ACTIVE',
  'STATE_PULLING',
  'STATE_QUEUED',
  'STATE_RUNNING',
  'STATE_STARTING',
];

/** The search came to its end, one way or another; deletion is apart. What may be archived, deleted, continued. */
export function experimentHasEnded(state: ExperimentState): boolean {
  return state === 'STATE_COMPLETED' || state === 'STATE_CANCELED' || state === 'STATE_ERROR';
}

/** Where a stopping experiment arrives when its last trial is gone. */
export const experimentStopsAs = {
  STATE_STOPPING_CANCELED: 'STATE_CANCELED',
  STATE_STOPPING_KILLED: 'STATE_CANCELED',
  STATE_STOPPING_COMPLETED: 'STATE_COMPLETED',
  STATE_STOPPING_ERROR: 'STATE_ERROR',
} as const satisfies Partial<Record<StoredExperimentState, StoredExperimentState>>;

export function experimentIsStopping(state: ExperimentState): state is keyof typeof experimentStopsAs {
  return state in experimentStopsAs;
}

export type ExperimentAction =
  | 'activate'
  | 'pause'
  | 'cancel'
  | 'kill'
  | 'archive'
  | 'unarchive'
  | 'delete'
  | 'move'
  | 'retainLogs'
  | 'continue';

export interface ExperimentFacts {
  id: number;
  /** Stored or shown. */
  state: ExperimentState;
  archived: boolean;
  unmanaged: boolean;
  /** Its project or workspace is archived. */
  parentArchived?: boolean;
  /** Asked by `continue` only. */
  searcher?: string;
  /** Whether trials of it did not complete. Asked by `continue` only. */
  incomplete?: boolean;
}

/** The state that is stored where this one is shown. */
export function storedExperimentState(experiment: Pick<ExperimentFacts, 'state' | 'unmanaged'>): StoredExperimentState {
  switch (experiment.state) {
    case 'STATE_UNSPECIFIED':
    case 'STATE_QUEUED':
    case 'STATE_PULLING':
    case 'STATE_STARTING':
      return 'STATE_ACTIVE';
    case 'STATE_RUNNING':
      return experiment.unmanaged ? 'STATE_RUNNING' : 'STATE_ACTIVE';
    default:
      return experiment.state;
  }
}

type ExperimentVerdict = Verdict<StoredExperimentState | undefined>;

/**
 * What an action does to an experiment; `to` is the state it moves to, undefined where the action changes something
 * else. `bulk` gives the words of a bulk reply, which differ in places. facts: the platform's section 1.1.
 */
export function experimentRule(
  action: ExperimentAction,
  experiment: ExperimentFacts,
  options: { bulk?: boolean } = {},
): ExperimentVerdict {
  const state = storedExperimentState(experiment);
  switch (action) {
    case 'activate':
    case 'pause':
    case 'cancel':
    case 'kill':
      return experiment.archived ? unknownExperiment(experiment) : runRule(action, experiment, state, options);
    case 'archive':
      if (!experimentHasEnded(state)) return refused('Experiment is not in terminal state.');
      if (experiment.archived) return refused('Experiment is already archived.');
      return experiment.parentArchived ? refused('the project of the experiment is archived') : acts(undefined);
    case 'unarchive':
      if (!experiment.archived) return refused('Experiment is not archived.');
      return experimentHasEnded(state) ? acts(undefined) : refused('Experiment is not in terminal state.');
    case 'delete':
      return experimentHasEnded(state) || state === 'STATE_DELETE_FAILED'
        ? acts('STATE_DELETING')
        : refused(`cannot delete experiment in ${state} state`);
    case 'move':
      return moveRule(experiment, options);
    case 'retainLogs':
      if (experiment.archived) return unknownExperiment(experiment);
      return experimentHasEnded(state) ? acts(undefined) : notEnded(state);
    case 'continue':
      return continueRule(experiment, state);
  }
}

function runRule(
  action: 'activate' | 'pause' | 'cancel' | 'kill',
  experiment: ExperimentFacts,
  state: StoredExperimentState,
  options: { bulk?: boolean },
): ExperimentVerdict {
  const stopping = experimentIsStopping(state);
  const live = !experiment.unmanaged && (state === 'STATE_ACTIVE' || state === 'STATE_PAUSED' || stopping);
  switch (action) {
    case 'activate':
      if (!live) return options.bulk ? refused('experiment in terminal state') : unknownExperiment(experiment);
      if (stopping) return incompatible(state);
      return state === 'STATE_ACTIVE' ? nothingToDo : acts('STATE_ACTIVE');
    case 'pause':
      if (!live) return refused('experiment in terminal state');
      if (stopping) return incompatible(state);
      return state === 'STATE_PAUSED' ? nothingToDo : acts('STATE_PAUSED');
    case 'cancel':
      return live && !stopping ? acts('STATE_STOPPING_CANCELED') : nothingToDo;
    case 'kill':
      if (!live || state === 'STATE_STOPPING_KILLED') return nothingToDo;
      return experimentMayBecome(state, 'STATE_STOPPING_KILLED') ? acts('STATE_STOPPING_KILLED') : incompatible(state);
  }
}

function moveRule(experiment: ExperimentFacts, options: { bulk?: boolean }): ExperimentVerdict {
  if (options.bulk && (experiment.archived || experiment.parentArchived)) return refused('Experiment is archived.');
  if (experiment.archived) return refused(`experiment (${experiment.id}) is archived and cannot be moved`);
  return experiment.parentArchived
    ? refused('the project of the experiment is archived and cannot have experiments moved from it')
    : acts(undefined);
}

const continuableSearchers = ['single', 'random', 'grid'];

export const searcherContinues = (searcher: string): boolean => continuableSearchers.includes(searcher);

function continueRule(experiment: ExperimentFacts, state: StoredExperimentState): ExperimentVerdict {
  const { searcher } = experiment;
  if (searcher !== undefined && !searcherContinues(searcher))
    return refused(`Unsupported searcher type provided: '${searcher}'`, 'InvalidArgument');
  if (!experimentHasEnded(state)) return refused(`${inContinue}${whyNotEnded(state)}`);
  if (state === 'STATE_COMPLETED' && searcher !== 'single' && experiment.incomplete === false)
    return refused('experiment has been completed, cannot continue this experiment');
  if (experiment.unmanaged) return refused('an unmanaged experiment cannot be continued');
  if (experiment.archived || experiment.parentArchived) return refused('an archived experiment cannot be continued');
  return acts('STATE_PAUSED');
}

const withoutPrefix = (state: StoredExperimentState) => state.slice('STATE_'.length);

const incompatible = (state: StoredExperimentState) =>
  refused(`experiment in incompatible state ${withoutPrefix(state)}`);

const whyNotEnded = (state: StoredExperimentState) =>
  `experiment in non terminal state '${withoutPrefix(state)}', try again later`;
const notEnded = (state: StoredExperimentState) => refused(whyNotEnded(state));
const inContinue = 'experiment continue database updates: rpc error: code = FailedPrecondition desc = ';

const unknownExperiment = (experiment: ExperimentFacts) =>
  refused(`experiment '${experiment.id}' not found`, 'NotFound');
