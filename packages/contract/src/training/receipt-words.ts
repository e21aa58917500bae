import type { Verdict } from '../rule.ts';
import {
  type ExperimentAction,
  type ExperimentFacts,
  experimentHasEnded,
  experimentIsStopping,
  storedExperimentState,
} from './experiment-rules.ts';
import type { RunAction, RunFacts } from './run-rules.ts';

const toWhatRuns: readonly string[] = ['activate', 'pause', 'resume', 'cancel', 'kill'];

/** Why an act leaves an experiment alone, in a few words for people; the rule has decided that it does. */
export function whyLeftAlone(action: ExperimentAction, experiment: ExperimentFacts, verdict: Verdict<unknown>): string {
  const state = storedExperimentState(experiment);
  if (verdict.verdict === 'acts') return '';
  if (state === 'STATE_DELETING') return 'is being deleted';
  if (action === 'archive' && experiment.archived) return 'archived already';
  if (action === 'unarchive' && !experiment.archived) return 'not archived';
  if (action !== 'delete' && experiment.archived) return 'archived';
  if (experiment.parentArchived) return 'in an archived project';
  if (!toWhatRuns.includes(action)) return experimentHasEnded(state) ? words(verdict) : 'not ended yet';
  if (experiment.unmanaged) return 'not managed by this cluster';
  if (experimentIsStopping(state)) return 'stopping already';
  if (state === 'STATE_PAUSED') return 'paused already';
  return state === 'STATE_ACTIVE' ? 'active already' : 'ended already';
}

/** The same of a run. */
export function whyRunLeftAlone(action: RunAction, run: RunFacts, verdict: Verdict<unknown>): string {
  if (verdict.verdict === 'acts') return '';
  const { experiment } = run;
  if (action === 'pause' || action === 'resume') {
    if (run.multiTrial) return 'one of several runs of a search';
    return whyLeftAlone(action === 'pause' ? 'pause' : 'activate', experiment, verdict);
  }
  if (experiment.archived) return 'in an archived search';
  if (action === 'archive' && run.archived) return 'archived already';
  if (action === 'unarchive' && !run.archived) return 'not archived';
  if (action === 'move') return run.archived ? 'archived' : 'in an archived project';
  if (action === 'kill') return experiment.unmanaged ? 'not managed by this cluster' : 'ended already';
  return 'not ended yet';
}

const words = (verdict: Verdict<unknown>): string => (verdict.verdict === 'refused' ? verdict.reason : 'nothing to do');
