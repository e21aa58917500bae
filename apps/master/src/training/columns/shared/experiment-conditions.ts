import { invalidArgument } from '@determined/contract/errors.ts';
import { columnFacts, isExperimentColumn, metricColumn } from '@determined/contract/training/experiment-columns.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { bestMetric, configuredValue } from './dynamic-columns.ts';
import { experimentColumn } from './experiment-columns.ts';
import type { Join } from './experiment-tables.ts';
import { columnCondition, hyperparameterCondition, metricCondition } from './field-conditions.ts';
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
        return onMetric(field, joins);
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
  for (const join of column.value.joins) joins.add(join);
  return columnCondition(column.kind, column.value.sql, field);
}

function onMetric(field: FilterField, joins: Set<Join>): RawBuilder<SqlBool> {
  const named = metricColumn(field.column);
  if (!named) throw invalidArgument(`${field.column} is not a valid metrics id`);
  const metric = bestMetric(named);
  for (const join of metric.text.joins) joins.add(join);
  return metricCondition(metric, field);
}
