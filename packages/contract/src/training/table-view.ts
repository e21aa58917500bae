import { z } from 'zod/mini';

/** A project's tables. */
export const tableKey = z.enum(['experiments', 'searches', 'runs']);

/** Longest name of a view, and most of one person's (or shared ones) in one table. */
export const maxViewName = 80;
export const maxViews = 100;
export const maxViewText = 60_000;

const words = (most: number) => z.string().check(z.maxLength(most));
/** All that can be set of a table: what rows there are, in which order, and how they look. What is as by default is absent. */
export const tableViewState = z.object({
  /** Ids with commas between. */
  columns: z.optional(words(20_000)),
  /** How many of them stay in sight. */
  pinned: z.optional(z.int().check(z.positive())),
  /** Pixels by column, of those that somebody has set. */
  widths: z.optional(z.record(words(1000), z.number().check(z.positive()))),
  sort: z.optional(words(20_000)),
  /** A filter group as JSON text. */
  filter: z.optional(words(maxViewText)),
  archived: z.optional(z.boolean()),
  /** Metrics are tinted, but for the columns left out. */
  heat: z.optional(z.boolean()),
  heatSkipped: z.optional(z.array(words(1000))),
  rowHeight: z.optional(words(20)),
  pageSize: z.optional(z.int().check(z.positive())),
  /** One list in place of pages. */
  endless: z.optional(z.boolean()),
});
export type TableViewState = z.infer<typeof tableViewState>;
