import { expect, test } from 'vitest';
import { recentWorkload } from './workloads.ts';

test('[TRIAL-046] what a trial did last is asked for by limit 1 and the filter of all', () => {
  expect(recentWorkload(7)).toMatchObject({ trialId: 7, limit: 1, filter: 'FILTER_OPTION_UNSPECIFIED' });
});
