import { axisOf } from '#ui/chart/points/dimension.ts';
import type { Compared, Comparison } from '../shared/compared.ts';
import type { BrushedAxis } from './brushed-filter.ts';
import type { ComparedDimensions } from './compared-dimensions.ts';

const locations = {
  validation: 'LOCATION_TYPE_VALIDATIONS',
  training: 'LOCATION_TYPE_TRAINING',
} as const;

/** The axes of the chart as columns of the table that the records were chosen from: the metric's is its best value. */
export function brushedAxes(
  of: Compared,
  { paths, metric }: Pick<Comparison, 'paths' | 'metric'>,
  drawn: ComparedDimensions,
): BrushedAxis[] {
  const { group = '', name = '', smallerIsBetter } = metric ?? {};
  const hyperparameters = drawn.hyperparameters.map((dimension): BrushedAxis => {
    const values = paths.find(({ part, path }) => part === 'hyperparameter' && path === dimension.name)?.values;
    return {
      axis: axisOf(dimension),
      columnName: `hp.${dimension.name}`,
      location: of === 'run' ? 'LOCATION_TYPE_RUN_HYPERPARAMETERS' : 'LOCATION_TYPE_HYPERPARAMETERS',
      storedAs: (choice) => {
        const value = values?.find((one) => String(one) === choice) ?? choice;
        // Of configurations only their texts and numbers can be asked.
        return of === 'experiment' && typeof value === 'boolean' ? choice : value;
      },
    };
  });
  const ofMetric: BrushedAxis = {
    axis: axisOf(drawn.metric),
    columnName: `${group}.${name}.${smallerIsBetter ? 'min' : 'max'}`,
    location: group === 'validation' || group === 'training' ? locations[group] : 'LOCATION_TYPE_CUSTOM_METRIC',
    storedAs: (choice) => choice,
  };
  return [...hyperparameters, ofMetric];
}

/** Whether a condition asks of the table's rows what the chart shows: of a configuration that searches it asks for the searched range's ends. */
export const asksTheSame = (of: Compared, { records }: Pick<Comparison, 'records'>): boolean =>
  of === 'run' || records.every(({ searcherType }) => searcherType === 'single');
