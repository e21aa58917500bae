/** 97.5 % quantiles of Student's t: of 1 to 30 degrees of freedom, then of some more. Any table of it has them. */
const ofSmall = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const ofLarge: [degrees: number, quantile: number][] = [
  [40, 2.021],
  [60, 2],
  [120, 1.98],
  [Number.POSITIVE_INFINITY, 1.96],
];
const table: [degrees: number, quantile: number][] = [
  ...ofSmall.map((quantile, at): [number, number] => [at + 1, quantile]),
  ...ofLarge,
];

/** Half of a 95 % interval in standard errors; between two entries of the table by the inverse of the degrees of freedom (1 or more). */
export function studentQuantile(degrees: number): number {
  const above = table.findIndex(([known]) => known >= degrees);
  const [high, atHigh] = table[above] ?? [Number.POSITIVE_INFINITY, 1.96];
  const [low, atLow] = table[above - 1] ?? [high, atHigh];
  if (high === low || high === degrees) return atHigh;
  const share = (1 / low - 1 / degrees) / (1 / low - 1 / high);
  return atLow + share * (atHigh - atLow);
}

export interface Sample {
  n: number;
  mean: number;
  /** Of a single value 0. */
  variance: number;
}

export function sampleOf(values: readonly number[]): Sample {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { n, mean, variance: n > 1 ? squares / (n - 1) : 0 };
}

/** Half of the 95 % interval of a mean; undefined for a single value. */
export function halfInterval({ n, variance }: Sample): number | undefined {
  return n < 2 ? undefined : studentQuantile(n - 1) * Math.sqrt(variance / n);
}

/** Whether the 95 % interval of the difference of two means leaves out 0: Welch's, for unequal variances. Both have two values or more. */
export function toldApart(a: Sample, b: Sample): boolean {
  const [ofA, ofB] = [a.variance / a.n, b.variance / b.n];
  const error = ofA + ofB;
  const gap = Math.abs(a.mean - b.mean);
  if (error === 0) return gap > 0;
  const degrees = error ** 2 / (ofA ** 2 / (a.n - 1) + ofB ** 2 / (b.n - 1));
  return gap > studentQuantile(degrees) * Math.sqrt(error);
}
