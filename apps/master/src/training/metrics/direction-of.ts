import {
  type MetricDirection,
  metricDirection,
  type Reported,
} from '@determined/contract/training/metric-direction.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { summaryKey } from './shared/metric-values.ts';

/** Trials whose reports say which way a metric goes. */
const askedTrials = 20;

/** Which way a metric of an experiment is better. */
export async function directionOf(
  db: Db,
  experimentId: number,
  group: string,
  metric: string,
  searcher: { metric: string; smallerIsBetter: boolean },
): Promise<MetricDirection> {
  const known = metricDirection(metric, searcher, []);
  if (known.basis !== 'reports') return known;
  const { rows } = await sql<Reported>`
    select (m.metric ->> 'min')::float8 as min, (m.metric ->> 'max')::float8 as max, (m.metric ->> 'last')::float8 as last
    from trial_metrics r cross join lateral (select r.summary_metrics -> ${summaryKey(group)} -> ${metric} as metric) m
    where r.experiment_id = ${experimentId} and m.metric ->> 'type' = 'number'
    order by r.trial_id limit ${askedTrials}`.execute(db);
  return metricDirection(metric, searcher, rows);
}
