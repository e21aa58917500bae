import { invalidArgument } from '@determined/contract/errors.ts';
import { type MetricColumn, metricColumn } from '@determined/contract/training/column-facts.ts';
import { columnFacts, isExperimentColumn } from '@determined/contract/training/experiment-columns.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Join } from './column-tables.ts';
import { bestMetric, configuredValue, type SummaryMetric } from './dynamic-columns.ts';
import { experimentColumn } from './experiment-columns.ts';
import { columnCondition, hyperparameterCondition, metricCondition } from './field-conditions.ts';
import type { ListColumn } from './list-column.ts';
import type { FieldCondition, FilterField } from './search-filter.ts';

/** What the fields of a filter mean for experiments; what tables they name is added to `joins`. */
export function experimentConditions(joins: Set<Join>): FieldCondition {
  return (field) => {
    switch (field.location) {
      case '':
      case 'LOCATION_TYPE_EXPERIMENT':
        return onColumn(field, joins);
      case 'LOCATION_TYPE_VALIDATIONS':
      case 'LOCATION_TYPE_TRAINING':
      case 'LOCATION_TYPE_CUSTOM_METRIC':
        return onMetric(field, joins, bestMetric);
      case 'LOCATION_TYPE_HYPERPARAMETERS':
        return onHyperparameter(field, joins);
      default:
        return undefined;
    }
  };
}

function onHyperparameter(field: FilterField, joins: Set<Join>): RawBuilder<SqlBool> {
  const { value } = configuredValue(field.column.replace(/^hp\./, '').split('.'));
  for (const join of value.joins) joins.add(join);
  return hyperparameterCondition(value.sql, field);
}

function onColumn(field: FilterField, joins: Set<Join>): RawBuilder<SqlBool> {
  const id = field.column;
  const column = isExperimentColumn(id) && columnFacts(id)?.filterable ? experimentColumn(id) : undefined;
  if (!column) throw invalidArgument(`invalid experiment column ${id}`);
  return conditionOn(column, field, joins);
}

/** A condition on a column; what tables it names is added to `joins`. */
export function conditionOn(column: ListColumn, field: FilterField, joins: Set<Join>): RawBuilder<SqlBool> {
  for (const join of column.value.joins) joins.add(join);
  return columnCondition(column.kind, column.value.sql, field);
}

/** A condition on a metric, of the trial that `metricOf` takes it from. */
export function onMetric(
  field: FilterField,
  joins: Set<Join>,
  metricOf: (column: MetricColumn) => SummaryMetric,
): RawBuilder<SqlBool> {
  const named = metricColumn(field.column);
  if (!named) throw invalidArgument(`${field.column} is not a valid metrics id`);
  const metric = metricOf(named);
  for (const join of metric.text.joins) joins.add(join);
  return metricCondition(metric, field);
}
