import { createRoute, getRouteApi } from '@tanstack/react-router';
import { logSearch } from '#platform/log-reader/log-search.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { oneOf, optional, text, wholeNumber } from '#platform/routing/search-params.ts';
import { tableSearch } from '#platform/routing/table-search.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';

/** Parent of the pages of experiments and trials: what their tabs keep in the address, of table, chart and log. */
export const detailRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'detail',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      ...tableSearch(raw),
      ...logSearch(raw),
      /** A metric as `group.name`. */
      metric: text(raw, 'metric'),
      /** Whether the chosen metric is better the smaller it is, where the reader knows better. */
      better: oneOf(raw, 'better', ['smaller', 'larger']),
      scale: oneOf(raw, 'scale', ['linear', 'log']),
      x: oneOf(raw, 'x', ['batches', 'time', 'epochs']),
      /** Which workloads of a trial are listed; by default checkpoints and validations. */
      show: oneOf(raw, 'show', ['all', 'checkpoint', 'validation', 'either']),
      /** States of the checkpoints or trials that are listed, with commas between. */
      state: text(raw, 'state'),
      /** The trial whose log this one's is compared with. */
      versus: wholeNumber(raw, 'versus', 1),
      /** The file of the code that is shown; without it the configuration, as submitted or as it runs. */
      file: text(raw, 'file'),
      /** What is shown in the place of a search's table of trials. */
      trials: oneOf(raw, 'trials', ['failures']),
      config: oneOf(raw, 'config', ['runtime', 'effective']),
    }),
});

const route = getRouteApi('/signed-in/detail');

export type DetailSearch = ReturnType<typeof route.useSearch>;

export const useDetailSearch = () => route.useSearch();

export const useChangeDetailSearch = () => useChangeSearch<DetailSearch>();

/** What another tab of the same thing takes along: how things are looked at, not the place in this tab's table. */
export function searchOfOtherTab({ metric, better, scale, x, wrap, fold }: DetailSearch): DetailSearch {
  return { metric, better, scale, x, wrap, fold };
}
