import { acts, nothingToDo, refused, type Verdict } from '../rule.ts';
import { type ExperimentFacts, experimentHasEnded, experimentRule } from './experiment-rules.ts';
import type { TrialState } from './training-messages-generated.ts';
import { trialHasEnded } from './trial-rules.ts';

export type RunAction = 'archive' | 'unarchive' | 'delete' | 'kill' | 'pause' | 'resume' | 'move';

export interface RunFacts {
  id: number;
  state: TrialState;
  /** The run itself; its search may be archived, too. */
  archived: boolean;
  /** Its search has, or may have, several runs. */
  multiTrial: boolean;
  experiment: ExperimentFacts;
}

/** What an action does to a run; the words are those of the bulk reply, which is the only call there is. */
export function runRule(action: RunAction, run: RunFacts, options: { skipMultiTrial?: boolean } = {}): Verdict {
  const { experiment } = run;
  const ended = trialHasEnded(run.state);
  switch (action) {
    case 'archive':
      if (!ended) return refused('Run is not in terminal state.');
      if (experiment.archived) return refused(`Run is part of archived Search (id: '${experiment.id}').`);
      return run.archived ? nothingToDo : acts(undefined);
    case 'unarchive':
      if (experiment.archived) return refused(`Run is part of archived Search (id: '${experiment.id}').`);
      return run.archived ? acts(undefined) : nothingToDo;
    case 'delete':
      return ended ? acts(undefined) : refused('Run is not in a terminal state.');
    case 'kill':
      if (ended) return nothingToDo;
      if (experiment.unmanaged || experimentHasEnded(experiment.state)) {
        return refused(`Failed to kill run: rpc error: code = NotFound desc = experiment '${experiment.id}' not found`);
      }
      return acts(undefined);
    case 'pause':
    case 'resume':
      return pauseRule(action, run);
    case 'move':
      if (run.archived || experiment.archived || experiment.parentArchived) return refused('Run is archived.');
      return run.multiTrial && options.skipMultiTrial
        ? refused(`Skipping run '${run.id}' (part of multi-trial).`)
        : acts(undefined);
  }
}

function pauseRule(action: 'pause' | 'resume', run: RunFacts): Verdict {
  if (run.multiTrial) return refused(`Cannot pause/unpause run '${run.id}' (part of multi-trial).`);
  const verdict = experimentRule(action === 'pause' ? 'pause' : 'activate', run.experiment);
  if (verdict.verdict === 'acts') return acts(undefined);
  if (verdict.verdict === 'nothing') return nothingToDo;
  return refused(`Failed to ${action} associated experiment: ${verdict.reason}`, verdict.code);
}
