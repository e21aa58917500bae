import type { Subject } from '#platform/actions/action.ts';
import type { Rule } from '#platform/session/rights.ts';

/** What a search can be begun from: an experiment, or one of its trials. */
export interface SearchedSubject extends Subject {
  id: number;
  unmanaged: boolean;
  userId: number;
  workspaceId: number;
  /** Of the trial whose values are taken as the present ones. */
  hparams?: unknown;
}

export const notManaged = 'Not available for unmanaged workloads';

/** Who may make an experiment of another's configuration and files. */
export const needsToMakeFrom: Rule = {
  permission: 'CREATE_EXPERIMENT',
  and: ['VIEW_EXPERIMENT_ARTIFACTS'],
  withoutRbac: 'anyone',
};
