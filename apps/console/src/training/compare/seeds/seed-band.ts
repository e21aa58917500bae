/** What lies around the mean of a setting, in charts and in the table. */
export type SeedBand = 'mean' | 'range' | 'none';

export const bandChoices: { value: SeedBand; label: string }[] = [
  { value: 'mean', label: '95 % of the mean' },
  { value: 'range', label: 'Min, max' },
  { value: 'none', label: 'No band' },
];

/** What charts say that they draw. */
export const meanWords: Record<SeedBand, string> = {
  mean: 'mean of seeds ± 95 %',
  range: 'mean of seeds, min to max',
  none: 'mean of seeds',
};

/** Nothing where there is none. */
export const bandWords: Record<SeedBand, string | undefined> = {
  mean: '95 % interval of the mean',
  range: 'min to max of the seeds',
  none: undefined,
};
