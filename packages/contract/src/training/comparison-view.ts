import { z } from 'zod/mini';
import { maxCompared } from '../limits.ts';

const words = (most: number) => z.string().check(z.maxLength(most));
/** A filter group of a table. */
const filter = z.record(z.string(), z.unknown());

/** How a comparison is looked at. What is as by default is absent. */
export const comparisonLook = z.object({
  axis: z.optional(z.enum(['time', 'epochs'])),
  scale: z.optional(z.literal('log')),
  smoothing: z.optional(z.number().check(z.minimum(0), z.maximum(0.99))),
  /** The part of the axis that is shown, in its own measure. */
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  groupedBy: z.optional(z.literal('seed')),
  band: z.optional(z.enum(['range', 'none'])),
  /** The metric that hyperparameters are looked at by, `group.name`. */
  metric: z.optional(words(1000)),
  /** Hyperparameters that are drawn. */
  shown: z.optional(z.array(words(1000)).check(z.maxLength(1000))),
  /** The view's filter with what is brushed. */
  brushed: z.optional(filter),
});
export type ComparisonLook = z.infer<typeof comparisonLook>;

/** A comparison as its page's address has it: what is compared, of which view, and how it is looked at. */
export const comparisonView = z.object({
  id: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(maxCompared)),
  /** Experiments without it. */
  of: z.optional(z.literal('run')),
  filter: z.optional(filter),
  archived: z.optional(z.literal(true)),
  tab: z.optional(z.enum(['hyperparameters', 'details'])),
  /** Whose each colour is, ids with commas between and 0 for nobody. */
  hues: z.optional(words(1000)),
  look: z.optional(comparisonLook),
});
export type ComparisonView = z.infer<typeof comparisonView>;
