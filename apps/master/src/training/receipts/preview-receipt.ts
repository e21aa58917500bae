import { invalidArgument } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { previewReceiptRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { demand } from './acts/ask-right.ts';
import { kinds } from './acts/kinds.ts';
import { deedOf, freezeSelection } from './freeze-selection.ts';
import { readReceipt } from './read-receipt.ts';

type Request = ExtRequestOf<typeof previewReceiptRoute>;

export async function previewReceipt({ body }: Request, ctx: Context): Promise<ExtReplyOf<typeof previewReceiptRoute>> {
  // Before anything is looked for.
  deedOf(body);
  const ids = await chosenIds(ctx, body);
  const id = await freezeSelection(ctx, {
    ...body,
    by: 'ids' in body.selection ? 'ids' : 'filter',
    chosen: ids.map((one) => ({ id: one, given: null })),
  });
  return readReceipt(ctx, id);
}

async function chosenIds(ctx: Context, { kind, projectId, selection }: Request['body']): Promise<number[]> {
  if ('ids' in selection) return [...new Set(selection.ids)];
  if (projectId === null) throw invalidArgument('projectId: a filter looks in a project');
  await demand(ctx, { on: 'project', id: projectId, right: { needs: ['VIEW_EXPERIMENT_METADATA'] } });
  const { filter, archived = false, except = [] } = selection;
  const found = await boundedSearch(ctx, async (tx) => kinds[kind].find(ctx, tx, { projectId, archived, filter }));
  const left = new Set(except);
  return (found ?? []).filter((id) => !left.has(id));
}
