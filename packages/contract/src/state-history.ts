import { z } from 'zod/mini';

/** Changes of a thing's state, the earliest first; of very many the latest thousand. What happened before they were recorded is not known. */
export const stateHistory = z.object({
  changes: z.array(
    z.object({
      /** Null: it was made. */
      from: z.nullable(z.string()),
      to: z.string(),
      /** A user, or which part of the platform did it: task, job, queue, machine; `platform` where that was not kept. */
      part: z.string(),
      /** Who asked for it, or whose program it is. */
      user: z.nullable(z.object({ id: z.number(), username: z.string() })),
      reason: z.string(),
      at: z.string(),
    }),
  ),
});

export type StateHistory = z.infer<typeof stateHistory>;
