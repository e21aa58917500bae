import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { maxCompared, maxPinText } from '../limits.ts';

const id = z.coerce.number().check(z.int());
/** Ids with commas between. */
const ids = z.string().check(z.regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${maxCompared - 1}}$`)));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxPinText));
const ofRun = z.object({ trialId: id });
const ofPin = z.object({ trialId: id, pinId: id });

const pin = z.object({
  id: z.number(),
  runId: z.number(),
  group: z.string(),
  metric: z.string(),
  /** The step on the curve. */
  batches: z.number(),
  /** No Markdown; `#123` in it is a run. */
  text: z.string(),
  /** Counts its texts, from 1. */
  version: z.number(),
  author: z.object({ id: z.number(), username: z.string(), displayName: z.string() }),
  createdAt: z.string(),
  /** null: as it was written. */
  editedAt: z.nullable(z.string()),
});
export type Pin = z.infer<typeof pin>;

const needs = { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'trial', by: 'params.trialId' } as const;

/** The pins of some runs, along their steps. Of what the caller may not see, or is gone, none. */
export const getPinsRoute = /* @__PURE__ */ extRoute({
  name: 'getPins',
  method: 'GET',
  path: '/pins',
  query: z.object({ runs: ids }),
  reply: z.object({
    pins: z.array(pin),
    /** Those of the runs whose pins stay as they are: they lie in an archive. */
    archived: z.array(z.number()),
  }),
  needs: { checks: [{ kind: 'scope', on: 'run', by: 'pins', needs: ['VIEW_EXPERIMENT_METADATA'] }] },
  reads: ['pin', 'experiment'],
});

/** A note on a step of a metric that the run has reported. */
export const postPinRoute = /* @__PURE__ */ extRoute({
  name: 'postPin',
  method: 'POST',
  path: '/trials/{trialId}/pins',
  params: ofRun,
  body: z.object({
    group: z.string(),
    metric: z.string(),
    batches: z.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31 - 1)),
    text,
  }),
  reply: z.object({ pin }),
  needs,
  changes: ['pin'],
});

/**
 * Another text, by its author alone. If it is not the version any more that is named nothing is written, and the answer is what
 * stands there, `saved` false.
 */
export const patchPinRoute = /* @__PURE__ */ extRoute({
  name: 'patchPin',
  method: 'PATCH',
  path: '/trials/{trialId}/pins/{pinId}',
  params: ofPin,
  body: z.object({ version: z.number().check(z.int()), text }),
  reply: z.object({ saved: z.boolean(), pin }),
  needs,
  changes: ['pin'],
});

/** By whoever may write any. */
export const deletePinRoute = /* @__PURE__ */ extRoute({
  name: 'deletePin',
  method: 'DELETE',
  path: '/trials/{trialId}/pins/{pinId}',
  params: ofPin,
  reply: z.object({}),
  needs,
  changes: ['pin'],
});
