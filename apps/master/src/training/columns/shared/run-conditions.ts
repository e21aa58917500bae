import { invalidArgument } from '@determined/contract/errors.ts';
import { isRunColumn, runColumns, runPath } from '@determined/contract/training/run-columns.ts';
import { sampledColumn } from '../../column-store/shared/packed-columns.ts';
import type { Join } from './column-tables.ts';
import { conditionOn, experimentConditions, onMetric } from './experiment-conditions.ts';
import { metadataCondition, sampledTest } from './field-conditions.ts';
import { runColumn } from './run-columns.ts';
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
        return onMetric(field);
      case 'LOCATION_TYPE_RUN_HYPERPARAMETERS': {
        const given = sampledColumn(runPath.hyperparameter(column));
        return { kind: 'cells', column: given, test: sampledTest(field) };
      }
      case 'LOCATION_TYPE_RUN_METADATA':
        return { kind: 'sql', sql: metadataCondition(runPath.metadata(column).join('.'), field) };
      default:
        return ofExperiment(field);
    }
  };
}
