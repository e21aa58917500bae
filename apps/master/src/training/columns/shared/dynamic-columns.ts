import type { CellTypes, MetricColumn, SearchedSpace } from '@determined/contract/training/column-facts.ts';
import { sql } from 'kysely';
import { summaryKey } from '../../metrics/shared/metric-values.ts';
import { type Expression, type Join, named } from './column-tables.ts';

/** What stands in a cell of a text that a task reported or a user configured. */
const longestText = 1000;

export interface SummaryMetric {
  /** As text, whatever it is; null where the trial has reported no such metric, or there is no trial. */
  text: Expression;
  /** Null for what is no number, too. */
  number: Expression;
  /** As JSON; long texts are cut, lists and maps are texts. Numbers that are not finite are their words. */
  short: Expression;
}

/** A metric of an experiment's best trial. */
export const bestMetric = (column: MetricColumn) => summaryMetric(column, 'bestMetrics');
/** A metric of a run. */
export const runMetric = (column: MetricColumn) => summaryMetric(column);

/** A metric from the summary of the trial that `m` is of. Facts: platform semantics 6.4. */
function summaryMetric({ group, name, part }: MetricColumn, ...joins: Join[]): SummaryMetric {
  const metric = sql`m.summary_metrics -> ${summaryKey(group)}::text -> ${name}::text`;
  const text = sql`(${metric} ->> ${part}::text)`;
  const whole = sql`(${metric} -> ${part}::text)`;
  return {
    text: named(text, ...joins),
    number: named(sql`(case when ${metric} ->> 'type' = 'number' then ${text}::float8 end)`, ...joins),
    short: named(
      sql`(case when jsonb_typeof(${whole}) in ('number', 'boolean') then ${whole}
        else to_jsonb(left(${text}, ${longestText})) end)`,
      ...joins,
    ),
  };
}

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

function shortValue(value: unknown): CellTypes['hyperparameter'] {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestText);
}
