import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { findMasterLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { findLines } from './find-lines.ts';
import { searchMasterLines } from './master-lines.ts';

/** Where the master's own lines stand that pass a filter. */
export async function findMasterLogLines(
  { query }: ExtRequestOf<typeof findMasterLogLinesRoute>,
  { master: { recentLog, masterId }, signal }: Context,
): Promise<ExtReplyOf<typeof findMasterLogLinesRoute>> {
  const found = await findLines(query, recentLog, (range) => searchMasterLines(recentLog, { ...range, signal }));
  return { masterId, ...found };
}
