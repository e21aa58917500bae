import type { AnyRoute } from '@determined/contract/route.ts';
import type { RunRowFacts } from '@determined/contract/training/run-columns.ts';
import { type RunAction, runRule } from '@determined/contract/training/run-rules.ts';
import type { Offer, SubjectKind } from '#platform/actions/action.ts';
import type { Rule } from '#platform/session/rights.ts';
import { trialHasEnded } from '../../shared/trial.ts';

/** What an action acts on: a row of the table of runs has it. */
export type RunSubject = RunRowFacts;

export const runKind: SubjectKind<RunSubject> = {
  entity: 'run',
  noun: 'run',
  mark: 'multiTrial',
  target: ({ userId, workspaceId }) => ({ ownerId: userId, workspaceId }),
};

/** What a call about several asks of each of them. */
export function neededOfEach({ needs }: AnyRoute): Rule {
  const check = needs.checks.find(({ kind }) => kind === 'each');
  const [permission = 'none', ...and] = check?.needs ?? [];
  return { permission, and, withoutRbac: check?.withoutRbac ?? 'anyone' };
}

const asksItsTask: readonly RunAction[] = ['pause', 'resume', 'kill'];

/** Offered where the contract's rule says that it acts; elsewhere it keeps its place, with the reason. */
export function byRunRule(action: RunAction): (run: RunSubject) => Offer {
  return (run) => {
    if (asksItsTask.includes(action) && run.experiment.unmanaged) {
      return { blocked: 'Not available for unmanaged workloads' };
    }
    if (runRule(action, run).verdict === 'acts') return 'acts';
    if (action === 'archive' && run.archived) return 'absent';
    if (action === 'unarchive' && !run.archived) return 'absent';
    return { blocked: whyBlocked(action, run) };
  };
}

function whyBlocked(action: RunAction, { state, multiTrial, archived, experiment }: RunSubject): string {
  const ended = trialHasEnded(state);
  switch (action) {
    case 'archive':
      return ended ? 'its search is archived' : 'still running';
    case 'unarchive':
      return 'its search is archived';
    case 'delete':
      return 'still running';
    case 'kill':
      return 'has ended';
    case 'pause':
      if (ended) return 'has ended';
      return multiTrial ? 'part of a search' : 'not running';
    case 'resume':
      return state === 'STATE_PAUSED' && multiTrial ? 'part of a search' : 'not paused';
    case 'move':
      return archived || experiment.archived ? 'is archived' : 'its project is archived';
  }
}
