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
  const { value } = column;
  return conditionOn({ ...column, value: { ...value, alone: 'experiments' } }, field, joins);
}

/** A condition on a column; what tables it names is added to `joins`. */
export function conditionOn({ kind, value }: ListColumn, field: FilterField, joins: Set<Join>): FieldMeaning {
  for (const join of value.joins) joins.add(join);
  const alone = value.alone && { table: value.alone, joins: value.joins };
  return { kind: 'sql', sql: columnCondition(kind, value.sql, field), alone };
}

/** A condition on a metric: of a run, or of an experiment's best. */
export function onMetric(field: FilterField): FieldMeaning {
  const column = metricColumnOf(field.column);
  if (!column) throw invalidArgument(`${field.column} is not a valid metrics id`);
  return { kind: 'cells', column, test: metricTest(field) };
}
