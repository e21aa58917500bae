import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getSingleMasterLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { masterLines } from './master-lines.ts';
import { shownLine } from './shown-line.ts';

/** The master's own lines by their numbers, for a viewer that shows those alone that pass a filter. */
export async function getSingleMasterLogLines(
  { query }: ExtRequestOf<typeof getSingleMasterLogLinesRoute>,
  { master: { recentLog, masterId } }: Context,
): Promise<ExtReplyOf<typeof getSingleMasterLogLinesRoute>> {
  const wanted = [...new Set(query.numbers.split(',').map(Number))].sort((a, b) => a - b);
  return { masterId, lines: wanted.flatMap((n) => masterLines(recentLog, n, n + 1)).map(shownLine) };
}
