import type { ExperimentFacts } from '@determined/contract/training/experiment-rules.ts';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { May, Rule } from '#platform/session/may.ts';
import type { ShownAtOnce } from './show-at-once.ts';

/** What an action acts on: the single experiment and a table's row both have it. */
export interface ExperimentSubject extends ExperimentFacts {
  name: string;
  userId: number;
  workspaceId: number;
}

export interface ExperimentDialogProps {
  experiment: ExperimentSubject;
  onClose: () => void;
}

/** One thing that can be done with an experiment; header, menus and keys offer the same objects. */
export interface ExperimentAction {
  key: string;
  label: string;
  icon: LucideIcon;
  danger?: boolean;
  /** Whether it has a place among the actions in this state at all. */
  offered: (experiment: ExperimentSubject) => boolean;
  /** Why it can't be done now although it has its place; in words for the reader. */
  blocked?: (experiment: ExperimentSubject) => string | undefined;
  needs: Rule;
  /** Needs a task of ours behind it. */
  managedOnly?: boolean;
  /** Asks first; else `run` acts at once. */
  Dialog?: ComponentType<ExperimentDialogProps>;
  run?: (experiment: ExperimentSubject) => Promise<unknown>;
  /** What it looks like at once. */
  shown: ShownAtOnce;
  /** The specification's words when it fails. */
  failed: string;
}

const UNMANAGED = 'Not available for unmanaged workloads';

/** Why an action is disabled for this experiment and reader; undefined when it is not. */
export function disabledReason(action: ExperimentAction, experiment: ExperimentSubject, may: May): string | undefined {
  if (action.managedOnly && experiment.unmanaged) return UNMANAGED;
  const { userId: ownerId, workspaceId } = experiment;
  if (!may(action.needs, { ownerId, workspaceId }))
    return 'Needs permission to change this experiment. Ask an administrator.';
  return action.blocked?.(experiment);
}
