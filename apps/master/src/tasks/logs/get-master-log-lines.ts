import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getMasterLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { masterLines } from './master-lines.ts';
import { shownLine } from './shown-line.ts';

const mostLines = 2_000;

/** The master's own lines by number, for a viewer that shows a window of them. */
export async function getMasterLogLines(
  { query }: ExtRequestOf<typeof getMasterLogLinesRoute>,
  { master: { recentLog, masterId } }: Context,
): Promise<ExtReplyOf<typeof getMasterLogLinesRoute>> {
  const { first, total } = recentLog;
  const from = Math.max(first, query.from < 0 ? total + query.from : Math.min(query.from, total));
  const lines = masterLines(recentLog, from, from + Math.min(query.count, mostLines));
  return { masterId, first, total, from, lines: lines.map(shownLine) };
}
