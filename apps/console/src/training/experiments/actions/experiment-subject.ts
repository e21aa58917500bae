import {
  type ExperimentAction,
  type ExperimentFacts,
  experimentRule,
} from '@determined/contract/training/experiment-rules.ts';
import { type Offer, type SubjectKind, whereActs } from '#platform/actions/action.ts';
import { worded } from '#platform/switches/thing-words.ts';

/** What an action acts on: the single experiment and a table's row both have it. */
export interface ExperimentSubject extends ExperimentFacts {
  name: string;
  userId: number;
  workspaceId: number;
}

/** With what an experiment's own page knows besides. */
export interface PageSubject extends ExperimentSubject {
  searcher: string;
  numTrials: number;
  /** How many of its trials failed, where that is known. */
  errored: number;
  trialIds: readonly number[];
  projectId: number;
  config: Record<string, unknown> | null;
  originalConfig: string;
}

export const experimentKind: SubjectKind<ExperimentSubject> = {
  entity: 'experiment',
  get noun() {
    return worded`experiment`;
  },
  mark: 'unmanaged',
  target: ({ userId, workspaceId }) => ({ ownerId: userId, workspaceId }),
};

/** Offered where the contract's rule of the action says that it acts. */
export function byRule(action: ExperimentAction): (experiment: ExperimentSubject) => Offer {
  return (experiment) => whereActs(experimentRule(action, experiment));
}
