/** Where it is known from that a metric is better the smaller, or the larger, it is. */
export type DirectionBasis = 'asked' | 'searcher' | 'name' | 'reports';

export interface MetricDirection {
  smallerIsBetter: boolean;
  basis: DirectionBasis;
}

/** What a trial has reported of a metric. */
export interface Reported {
  min: number;
  max: number;
  last: number;
}

const smallerWords =
  /loss|err(or)?|mse|mae|rmse|perplexity|ppl|nll|entropy|divergence|distance|fid|wer|cer|latency|time|seconds|memory/;
const largerWords =
  /acc(uracy)?\d*|auc|auroc|auprc|f1|fbeta|precision|recall|sensitivity|specificity|score|bleu|rouge|meteor|iou|dice|map\d*|ndcg|mrr|hit|r2|psnr|ssim|reward|return|throughput|correct|kappa|mcc|win/;
const whole = (words: RegExp) => new RegExp(`(^|[^a-z])(${words.source})([^a-z]|$)`);
const [smallerName, largerName] = [whole(smallerWords), whole(largerWords)];

/**
 * Whether a metric is better the smaller it is. The searcher says it of its own, whatever group reports it; of others their
 * names do, and where these say nothing, the reports: what trials drive down is to become small. With nothing to go by smaller counts as better.
 */
export function metricDirection(
  name: string,
  searcher: { metric: string; smallerIsBetter: boolean },
  reported: readonly Reported[],
): MetricDirection {
  if (name === searcher.metric) return { smallerIsBetter: searcher.smallerIsBetter, basis: 'searcher' };
  // "valAccuracy" is "val accuracy".
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  if (smallerName.test(words)) return { smallerIsBetter: true, basis: 'name' };
  if (largerName.test(words)) return { smallerIsBetter: false, basis: 'name' };
  const falling = reported.filter(({ min, max, last }) => last - min < max - last).length;
  const rising = reported.filter(({ min, max, last }) => last - min > max - last).length;
  return { smallerIsBetter: falling >= rising, basis: 'reports' };
}
