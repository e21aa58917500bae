export const compareTabs = ['metrics', 'hyperparameters', 'details'] as const;
export type CompareTab = (typeof compareTabs)[number];

export const tabLabels: Record<CompareTab, string> = {
  metrics: 'Metrics',
  hyperparameters: 'Hyperparameters',
  details: 'Details',
};
