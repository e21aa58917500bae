import type { ChartScale } from '#ui/chart/line-series.ts';
import type { Cell, Dimension } from '#ui/chart/points/dimension.ts';
import type { Comparison } from '../shared/compared.ts';

/** What the charts of hyperparameters are drawn from. Values stand at the records' places in `rows`. */
export interface ComparedDimensions {
  /** Places of the records that have a value of each hyperparameter and of the metric: the others are not drawn. */
  rows: number[];
  hyperparameters: Dimension[];
  metric: Dimension;
}

/** Hyperparameters of the records by name: first those that differ between them. */
export function comparedHyperparameters({ paths }: Comparison): string[] {
  const own = paths.filter(({ part }) => part === 'hyperparameter');
  return [...own.filter(({ differs }) => differs), ...own.filter(({ differs }) => !differs)].map(({ path }) => path);
}

/** From here on numbers are read by their orders of magnitude. */
const wideSpan = 100;

export function comparedDimensions(
  { records, paths, metric }: Comparison,
  names: readonly string[],
  scale: ChartScale,
): ComparedDimensions {
  const chosen = names.map((name) => paths.find(({ part, path }) => part === 'hyperparameter' && path === name));
  const rows = records.flatMap(({ best }, at) =>
    Number.isFinite(best) && chosen.every((path) => (path?.values[at] ?? null) !== null) ? [at] : [],
  );
  return {
    rows,
    hyperparameters: chosen.map((path, at) => {
      const values = rows.map((row) => cellOf(path?.values[row] ?? null));
      return { name: names[at] ?? '', values, scale: isWide(values) ? 'log' : 'linear' };
    }),
    metric: { name: metric?.name ?? '', values: rows.map((row) => records[row]?.best ?? null), scale },
  };
}

/** True and false are choices. */
function cellOf(value: number | string | boolean | null): Cell {
  return typeof value === 'boolean' ? String(value) : value;
}

function isWide(values: readonly Cell[]): boolean {
  const numbers = values.filter((value) => typeof value === 'number');
  const least = Math.min(...numbers);
  return numbers.length === values.length && least > 0 && Math.max(...numbers) / least >= wideSpan;
}
