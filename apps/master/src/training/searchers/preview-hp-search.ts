import { invalidArgument } from '@determined/contract/errors.ts';
import type { ReplyOf, RequestOf } from '@determined/contract/route.ts';
import type { previewHPSearchRoute } from '@determined/contract/training/searchers-routes.ts';
import { previewSearch } from '@determined/searchers/preview-search.ts';
import { SearchError } from '@determined/searchers/search-error.ts';
import type { SearcherConfig } from '@determined/searchers/searcher-registry.ts';
import { isAbsent, type Json, type JsonObject } from '#platform/config/format/json.ts';
import { issueLines, type Node, Place } from '#platform/config/format/node.ts';
import { draftOf } from '../shared/config/experiment-config.ts';
import { hyperparametersFormat } from '../shared/config/hyperparameters-format.ts';
import { refusedSearcher, searcherFormat } from '../shared/config/searcher-format.ts';

type Route = typeof previewHPSearchRoute;

/** How many trials a search would make, and how far they would go. Facts: platform semantics 2.7. */
export async function previewHPSearch({ config }: RequestOf<Route>): Promise<ReplyOf<Route>> {
  // Free-form objects are what JSON text held.
  const draft = draftOf(config as Json, '').config;
  if (isAbsent(draft.searcher)) throw invalidArgument('invalid experiment configuration; missing searcher');
  const searcher = complete('searcher', searcherFormat, draft.searcher ?? null);
  const hyperparameters = complete('hyperparameters', hyperparametersFormat, draft.hyperparameters ?? null);
  const refused = refusedSearcher(searcher);
  if (refused !== undefined) throw invalidArgument(`invalid experiment configuration: ${refused}`);
  // Facts: the older spelling runs and has no preview.
  if (searcher.name === 'async_halving') throw invalidArgument('invalid searcher configuration');
  try {
    // Cast: it is what the format has just been seen to say.
    const trials = previewSearch(searcher as unknown as SearcherConfig, hyperparameters);
    return { summary: { config: { ...searcher, ...inOrder(searcher) }, trials: trials.map(shown) } };
  } catch (error) {
    if (error instanceof SearchError) throw invalidArgument(`invalid experiment configuration: ${error.message}`);
    throw error;
  }
}

/** Brackets are answered as they are run, the longest first. */
function inOrder({ bracket_rungs: rungs }: JsonObject): JsonObject {
  return Array.isArray(rungs) ? { bracket_rungs: rungs.toSorted((a, b) => Number(b) - Number(a)) } : {};
}

type Planned = ReturnType<typeof previewSearch>[number];

/** The wire counts to 2³¹ − 1. */
const inRange = (count: number) => Math.min(count, 2 ** 31 - 1);

function shown({ count, until }: Planned) {
  const unit = until ? { name: until.name, value: inRange(until.value), maxLength: false } : { maxLength: true };
  return { count: inRange(count), unit };
}

/** A part of the configuration with its defaults; refused where something is missing. */
function complete(part: string, format: Node<unknown>, value: Json): JsonObject {
  const place = new Place();
  if (value === null) place.report('expected object, but got null');
  const filled = value === null ? {} : format.fill(value);
  if (value !== null) format.complete(filled, place);
  if (place.issues.length > 0) {
    const lines = [...new Set(issueLines(place.issues).split('\n'))].join('\n');
    throw invalidArgument(`invalid ${part} configuration: config is invalid or incomplete: ${lines}`);
  }
  // What has passed `check` as an object is filled as one.
  return filled as JsonObject;
}
