import { invalidArgument } from '@determined/contract/errors.ts';
import { columnFacts, isExperimentColumn } from '@determined/contract/training/experiment-columns.ts';
import { configuredColumn, metricColumnOf } from '../../column-store/shared/packed-columns.ts';
import type { Join } from './column-tables.ts';
import { experimentColumn } from './experiment-columns.ts';
import { columnCondition, configuredTest, metricTest } from './field-conditions.ts';
import type { ListColumn } from './list-column.ts';
import type { FieldCondition, FieldMeaning, FilterField } from './search-filter.ts';

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
        return onMetric(field);
      case 'LOCATION_TYPE_HYPERPARAMETERS': {
        const column = configuredColumn(field.column.replace(/^hp\./, '').split('.'));
        return { kind: 'cells', column, test: configuredTest(field) };
      }
      default:
        return undefined;
    }
  };
}

function onColumn(field: FilterField, joins: Set<Join>): FieldMeaning {
  const id = field.column;
  const column = isExperimentColumn(id) && columnFacts(id)?.filterable ? experimentColumn(id) : undefined;
  if (!column) throw invalidArgument(`invalid experiment column ${id}`);
  return conditionOn(column, field, joins);
}

/** A condition on a column; what tables it names is added to `joins`. */
export function conditionOn(column: ListColumn, field: FilterField, joins: Set<Join>): FieldMeaning {
  for (const join of column.value.joins) joins.add(join);
  return { kind: 'sql', sql: columnCondition(column.kind, column.value.sql, field) };
}

/** A condition on a metric: of a run, or of an experiment's best. */
export function onMetric(field: FilterField): FieldMeaning {
  const column = metricColumnOf(field.column);
  if (!column) throw invalidArgument(`${field.column} is not a valid metrics id`);
  return { kind: 'cells', column, test: metricTest(field) };
}
