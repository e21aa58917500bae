import type { CellTypes, MetricColumn, SearchedSpace } from '@determined/contract/training/column-facts.ts';
import { type RawBuilder, sql } from 'kysely';
import { summaryKey } from '../../metrics/shared/metric-values.ts';
import { type Expression, named } from './column-tables.ts';

/** What stands in a cell of a text that a task reported or a user configured. */
const longestText = 1000;

/** A metric from the summaries `m` as JSON; long texts are cut, lists and maps are texts. Facts: platform semantics 6.4. */
export function reportedMetric({ group, name, part }: MetricColumn): RawBuilder<unknown> {
  const metric = sql`(m.summary_metrics -> ${summaryKey(group)}::text -> ${name}::text)::jsonb`;
  const whole = sql`(${metric} -> ${part}::text)`;
  return sql`(case when jsonb_typeof(${whole}) in ('number', 'boolean') then ${whole}
      else to_jsonb(left(${metric} ->> ${part}::text, ${longestText})) end)`;
}

/** The same of an experiment's best trial. */
export const bestMetric = (column: MetricColumn): Expression => named(reportedMetric(column), 'bestMetrics');

/** What a run was given for a hyperparameter, as JSON. */
export const givenValue = (path: readonly string[]): Expression => named(sql`(t.hparams #> ${[...path]}::text[])`);

/** A configured hyperparameter as JSON, null where there is none; `shown` makes a cell of it. */
export function configuredValue(path: readonly string[]): { value: Expression; shown: (value: unknown) => unknown } {
  return { value: named(sql`(h.space #> ${[...path]}::text[])`, 'hyperparameters'), shown: shownHyperparameter };
}

type Configured = { type: 'const'; val: unknown } | SearchedSpace | { type: undefined };

/** A constant is its value, what is searched its space; a map of others is no value. */
function shownHyperparameter(value: unknown): CellTypes['hyperparameter'] {
  if (typeof value !== 'object' || value === null) return null;
  // The configuration was checked when it was stored: the type says what else there is.
  const configured = value as Configured;
  switch (configured.type) {
    case 'const':
      return shortValue(configured.val);
    case 'int':
    case 'double':
    case 'log':
      return { type: configured.type, minval: configured.minval, maxval: configured.maxval, base: configured.base };
    case 'categorical':
      return { type: configured.type, vals: configured.vals };
    default:
      return null;
  }
}

/** One value as it is, long texts cut, lists and maps as texts. */
export function shortValue(value: unknown): CellTypes['hyperparameter'] {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestText);
}
