import type { Comparison } from '../shared/compared.ts';

/** Why records are not drawn: what each hyperparameter, or the metric, is missing in. */
export interface Lacking {
  name: string;
  of: 'hyperparameter' | 'metric';
  ids: number[];
}

/** What records have no value of, of these hyperparameters and the metric: what most lack first. */
export function lackingRecords({ records, paths, metric }: Comparison, names: readonly string[]): Lacking[] {
  const idsWhere = (lacks: (at: number) => boolean) => records.flatMap(({ id }, at) => (lacks(at) ? [id] : []));
  const hyperparameters = names.map((name): Lacking => {
    const values = paths.find(({ part, path }) => part === 'hyperparameter' && path === name)?.values;
    return { name, of: 'hyperparameter', ids: idsWhere((at) => (values?.[at] ?? null) === null) };
  });
  const ofMetric: Lacking = {
    name: metric?.name ?? 'the metric',
    of: 'metric',
    ids: idsWhere((at) => !Number.isFinite(records[at]?.best)),
  };
  return [...hyperparameters, ofMetric]
    .filter(({ ids }) => ids.length > 0)
    .sort((left, right) => right.ids.length - left.ids.length);
}

/** Named one by one up to so many. */
const mostNamed = 4;

/** "18180 and 18032 have no ema_decay." */
export function lackingWords({ name, of, ids }: Lacking): string {
  const named = ids.length > mostNamed ? ids.slice(0, mostNamed - 1) : ids;
  const parts = [...named.map(String), ...(named.length < ids.length ? [`${ids.length - named.length} more`] : [])];
  const last = parts.pop();
  const who = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `${who} ${ids.length === 1 ? 'has' : 'have'} no ${of === 'metric' ? `finite value of ${name}` : name}.`;
}
