import { invalidArgument } from '@determined/contract/errors.ts';
import { isRunColumn, runColumns, runPath } from '@determined/contract/training/run-columns.ts';
import type { Join } from './column-tables.ts';
import { runMetric } from './dynamic-columns.ts';
import { conditionOn, experimentConditions, onMetric } from './experiment-conditions.ts';
import { givenCondition, metadataCondition } from './field-conditions.ts';
import { runColumn, runValue } from './run-columns.ts';
import type { FieldCondition } from './search-filter.ts';

/** What the fields of a filter mean for runs: what is not their own is asked of their experiments. */
export function runConditions(joins: Set<Join>): FieldCondition {
  const ofExperiment = experimentConditions(joins);
  return (field) => {
    const { column } = field;
    switch (field.location) {
      case 'LOCATION_TYPE_RUN':
        if (!isRunColumn(column) || !runColumns[column].filterable)
          throw invalidArgument(`invalid run column ${column}`);
        return conditionOn(runColumn(column), field, joins);
      case 'LOCATION_TYPE_VALIDATIONS':
      case 'LOCATION_TYPE_TRAINING':
      case 'LOCATION_TYPE_CUSTOM_METRIC':
        return onMetric(field, joins, runMetric);
      case 'LOCATION_TYPE_RUN_HYPERPARAMETERS':
        return givenCondition(runValue('hyperparameter', runPath.hyperparameter(column)).sql, field);
      case 'LOCATION_TYPE_RUN_METADATA':
        return metadataCondition(runPath.metadata(column).join('.'), field);
      default:
        return ofExperiment(field);
    }
  };
}
