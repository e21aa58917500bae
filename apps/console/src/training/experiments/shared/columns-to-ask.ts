import type { ColumnType } from '@determined/contract/training/column-facts.ts';
import { columnFacts, type ExperimentColumnId } from '@determined/contract/training/experiment-columns.ts';

/** What cells of a type are drawn with, besides their own value. */
const drawnWith: Partial<Record<ColumnType, readonly ExperimentColumnId[]>> = {
  state: ['progress'],
  curve: ['progress'],
  metric: ['searcherMetric', 'smallerIsBetter'],
};

/** What to ask for so that these columns can be drawn. */
export function columnsToAsk(shown: readonly string[]): string[] {
  const all = shown.flatMap((id) => {
    const type = columnFacts(id)?.type;
    return [id, ...((type && drawnWith[type]) ?? [])];
  });
  return [...new Set(all)];
}
