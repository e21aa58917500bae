import { withoutNumbers } from '../find-folds.ts';
import { diffLines, type Stretch } from './diff-lines.ts';

/** How two logs go together. Numbers tell nothing: a step is the same step when it took longer or the loss was another. */
export const diffLogLines = (left: readonly string[], right: readonly string[]): Stretch[] =>
  diffLines(left.map(withoutNumbers), right.map(withoutNumbers));
