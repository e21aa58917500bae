import type { Subject } from '#platform/actions/action.ts';

/** An experiment, or a run: that shows the tags of its search. */
export interface TaggedSubject extends Subject {
  id: number;
  experiment?: { id: number };
}

export const taggedExperiment = ({ id, experiment }: TaggedSubject): number => experiment?.id ?? id;
