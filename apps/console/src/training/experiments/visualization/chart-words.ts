import { worded } from '#platform/switches/thing-words.ts';
import type { Points } from '#training/shared/hyperparameters/points.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';

/** How many trials are drawn and what of each: "40 trials, the best value of each". */
export function drawnWords({ trials, total, values, batches }: Points): string {
  const drawn = values.filter((value) => value !== null).length;
  const count =
    total > trials.length
      ? `the best ${formatCount(drawn)} of ${plural(total, worded`trial`)}`
      : plural(drawn, worded`trial`);
  const what =
    batches[0] === null || batches[0] === undefined ? 'the best value of each' : 'the value nearest to the batch';
  const odd = trials.length - drawn;
  return `${count}, ${what}${odd > 0 ? `; ${plural(odd, 'value is', 'values are')} not finite` : ''}`;
}

/** "lower is better", and that it is a guess where nobody has said so. */
export function directionWords({ smallerIsBetter, basis }: Pick<Points, 'smallerIsBetter' | 'basis'>): string {
  const better = smallerIsBetter ? 'lower is better' : 'higher is better';
  return basis === 'name' || basis === 'reports' ? `${better} (guessed)` : better;
}
