import type { ColumnType } from '@determined/contract/training/column-facts.ts';
import type { TableKind } from './table-kind.ts';

/** What cells of a type are drawn with, besides their own value. */
const drawnWith: Partial<Record<ColumnType, readonly string[]>> = {
  state: ['progress'],
  curve: ['progress'],
  metric: ['searcherMetric', 'smallerIsBetter'],
};

/** What to ask for so that these columns can be drawn. */
export function columnsToAsk({ facts }: Pick<TableKind, 'facts'>, shown: readonly string[]): string[] {
  const all = shown.flatMap((id) => {
    const type = facts(id)?.type;
    const others = (type && drawnWith[type]) ?? [];
    return [id, ...others.filter((other) => facts(other) !== undefined)];
  });
  return [...new Set(all)];
}
