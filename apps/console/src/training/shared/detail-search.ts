import { oneOf, optional, text } from '#platform/routing/search-params.ts';
import { tableSearch } from '#platform/routing/table-search.ts';

/** What the tabs of an experiment or a trial keep in the address: table, chart and log. */
export function detailSearch(raw: Record<string, unknown>) {
  return optional({
    ...tableSearch(raw),
    /** A metric as `group.name`. */
    metric: text(raw, 'metric'),
    scale: oneOf(raw, 'scale', ['linear', 'log']),
    x: oneOf(raw, 'x', ['batches', 'time', 'epochs']),
    /** Whether log lines wrap; by default on narrow screens only. */
    wrap: oneOf(raw, 'wrap', ['on', 'off']),
  });
}
