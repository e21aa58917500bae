import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { itemResults, longestNote, mostReceiptItems, receiptActs } from './receipt-facts.ts';

const id = z.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1));
const ids = z.array(id).check(z.maxLength(mostReceiptItems));
const labels = z.array(z.string().check(z.minLength(1), z.maxLength(256))).check(z.maxLength(100));
const receiptId = z.object({ receiptId: z.uuid() });
const kind = z.enum(['experiment', 'run']);

/** What an act needs to know: `move` a destination, `retainLogs` days (-1: for ever), `labels` what comes and what goes, `note` its text. */
const given = z.object({
  projectId: z.optional(id),
  days: z.optional(z.number().check(z.int(), z.minimum(-1))),
  add: z.optional(labels),
  remove: z.optional(labels),
  note: z.optional(z.string().check(z.maxLength(longestNote))),
});

/** These things, or all that a filter of the project's table finds now, but for some. */
const selection = z.union([
  z.object({ ids }),
  z.object({
    /** The filter of the search calls, as JSON text. */
    filter: z.optional(z.string()),
    /** With archived ones. */
    archived: z.optional(z.boolean()),
    except: z.optional(ids),
  }),
]);

const count = z.object({ name: z.string(), count: z.number() });

export const receiptItem = z.object({
  id: z.number(),
  name: z.string(),
  /** When it was chosen. */
  state: z.string(),
  username: z.string(),
  projectId: z.number(),
  result: z.enum(itemResults),
  /** Why it failed, was refused, or why there was nothing to do. */
  reason: z.string(),
});

export const receipt = z.object({
  id: z.string(),
  kind,
  act: z.enum(receiptActs),
  given,
  /** `previewed`: nothing is done yet. `stopped`: somebody had it end before its end. */
  state: z.enum(['previewed', 'running', 'done', 'stopped']),
  user: z.object({ id: z.number(), username: z.string() }),
  /** Chosen by hand, or by a filter. */
  by: z.enum(['ids', 'filter', 'receipt']),
  /** Where they were chosen, and where they are moved to, as far as the reader may see these. */
  project: z.nullable(z.object({ id: z.number(), name: z.string(), workspaceId: z.number(), workspace: z.string() })),
  destination: z.nullable(
    z.object({ id: z.number(), name: z.string(), workspaceId: z.number(), workspace: z.string() }),
  ),
  /** The receipt that it takes back, and the one that takes it back. */
  undoes: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  previewedAt: z.string(),
  executedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  keptUntil: z.string(),
  /** Until then what it did can be taken back; null: it can not. */
  undoUntil: z.nullable(z.string()),
  /** From its execution on; 0: it can not be taken back. */
  undoHours: z.number(),
  total: z.number(),
  results: z.object({
    waiting: z.number(),
    done: z.number(),
    failed: z.number(),
    nothing: z.number(),
    refused: z.number(),
  }),
  /** Of the preview: why there is nothing to do, or it is refused, for how many. */
  reasons: z.array(z.object({ result: z.enum(['nothing', 'refused']), reason: z.string(), count: z.number() })),
  /** Of what is acted on: by state, owner and project, the most first; what goes with it. */
  states: z.array(count),
  owners: z.array(count),
  projects: z.array(count),
  checkpoints: z.object({ count: z.number(), bytes: z.number() }),
  /** The first of what is acted on. */
  samples: z.array(receiptItem),
});

/** Freezes a selection and says what the act would do to each; nothing is done. Good for an hour. */
export const previewReceiptRoute = /* @__PURE__ */ extRoute({
  name: 'previewReceipt',
  method: 'POST',
  path: '/receipts',
  body: z.object({
    kind,
    act: z.enum(receiptActs),
    given: z._default(given, {}),
    /** The table in which they were chosen. */
    projectId: z.nullable(id),
    selection,
  }),
  reply: receipt,
  // Each thing is asked for the right that the act's own bulk call asks; one that is lacking is that thing's answer.
  needs: {},
  reads: [],
});

/** Does exactly what its preview said, in the background. Asked for again it does nothing more. Only who previewed may. */
export const executeReceiptRoute = /* @__PURE__ */ extRoute({
  name: 'executeReceipt',
  method: 'POST',
  path: '/receipts/{receiptId}/execute',
  params: receiptId,
  reply: receipt,
  needs: {},
  changes: ['receipt'],
});

/** Begins no further batch; what is done stays done. */
export const stopReceiptRoute = /* @__PURE__ */ extRoute({
  name: 'stopReceipt',
  method: 'POST',
  path: '/receipts/{receiptId}/stop',
  params: receiptId,
  reply: receipt,
  needs: {},
  changes: ['receipt'],
});

/** The preview of another act: `undo` takes back what was done, `retry` asks again for what failed or was not done. */
export const followReceiptRoute = /* @__PURE__ */ extRoute({
  name: 'followReceipt',
  method: 'POST',
  path: '/receipts/{receiptId}/follow',
  params: receiptId,
  body: z.object({ by: z.enum(['undo', 'retry']) }),
  reply: receipt,
  needs: {},
  reads: [],
});

/** One's own; administrators anybody's. */
export const getReceiptRoute = /* @__PURE__ */ extRoute({
  name: 'getReceipt',
  method: 'GET',
  path: '/receipts/{receiptId}',
  params: receiptId,
  reply: receipt,
  needs: {},
  reads: ['receipt'],
  of: { receipt: 'params.receiptId' },
});

const page = { offset: z.optional(z.coerce.number().check(z.int(), z.nonnegative())) };

/** What came of each: what failed first, then what was done, has to wait, needed nothing, was refused; by id, the newest first. */
export const getReceiptItemsRoute = /* @__PURE__ */ extRoute({
  name: 'getReceiptItems',
  method: 'GET',
  path: '/receipts/{receiptId}/items',
  params: receiptId,
  query: z.object({
    ...page,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
    result: z.optional(z.enum(itemResults)),
    /** In the name, or the id. */
    text: z.optional(z.string()),
  }),
  reply: z.object({ total: z.number(), items: z.array(receiptItem) }),
  needs: {},
  reads: ['receipt'],
  of: { receipt: 'params.receiptId' },
});

/** What was executed, the newest first: one's own, or with `everybody` that of all, which needs an administrator. */
export const getReceiptsRoute = /* @__PURE__ */ extRoute({
  name: 'getReceipts',
  method: 'GET',
  path: '/receipts',
  query: z.object({
    ...page,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
    everybody: z.optional(z.stringbool()),
  }),
  reply: z.object({
    total: z.number(),
    receipts: z.array(
      z.object({
        id: z.string(),
        kind,
        act: z.enum(receiptActs),
        state: z.enum(['running', 'done', 'stopped']),
        username: z.string(),
        executedAt: z.string(),
        undoes: z.nullable(z.string()),
        undoUntil: z.nullable(z.string()),
        total: z.number(),
        results: receipt.shape.results,
      }),
    ),
  }),
  needs: {},
  reads: ['receipt'],
});
