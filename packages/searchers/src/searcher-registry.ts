import { adaptiveAshaSearcher, asyncHalvingSearcher } from './adaptive-asha-searcher.ts';
import { gridSearcher } from './grid-searcher.ts';
import { randomSearcher } from './random-searcher.ts';
import { SearchError } from './search-error.ts';
import type { SearchMethod, SearchTools } from './search-method.ts';
import { singleSearcher } from './single-searcher.ts';

/** Every searcher of new experiments, by its name in the configuration. */
const searchers = {
  single: singleSearcher,
  random: randomSearcher,
  grid: gridSearcher,
  adaptive_asha: adaptiveAshaSearcher,
  async_halving: asyncHalvingSearcher,
};

export type SearcherName = keyof typeof searchers;

/** As they are offered. */
export const searcherNames: readonly string[] = Object.keys(searchers);

/** The `searcher` section of a configuration; what no method reads (metric, source trial…) may stand in it too. */
export type SearcherConfig = {
  [Name in SearcherName]: { name: Name } & Parameters<(typeof searchers)[Name]>[0];
}[SearcherName];

export function isSearcherName(name: string): name is SearcherName {
  return Object.hasOwn(searchers, name);
}

export function searchMethod(config: SearcherConfig, tools: SearchTools, saved: unknown): SearchMethod {
  const name: string = config.name;
  if (!isSearcherName(name)) {
    throw new SearchError(`there is no searcher '${name}' on this server, only ${searcherNames.join(', ')}`);
  }
  // Cast: the name picks the factory that goes with the rest of the configuration, and the saved state was made by
  // that same factory; the compiler can't follow either through the table.
  const factory = searchers[name] as (config: object, tools: SearchTools, saved: unknown) => SearchMethod;
  return factory(config, tools, saved);
}
