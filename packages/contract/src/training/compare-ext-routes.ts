import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { maxCompared } from '../limits.ts';
import { ExperimentState } from '../tasks/tasks-messages-generated.ts';
import { TrialState } from './training-messages-generated.ts';

const id = z.coerce.number().check(z.int());
const count = z.coerce.number().check(z.int(), z.nonnegative());
const batches = count.check(z.maximum(2 ** 31 - 1));
/** Ids with commas between. */
const ids = z.string().check(z.regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${maxCompared - 1}}$`)));
/** JSON has no NaN: values that are not finite travel as these words. */
const value = z.union([z.number(), z.pipe(z.enum(['NaN', 'Infinity', '-Infinity']), z.transform(Number))]);

const comparedRecord = z.object({
  /** As it was asked for: an experiment's, or a run's. */
  id: z.number(),
  experimentId: z.number(),
  /** The run that is looked at: of an experiment its best one, or the first while none has reported; null without runs. */
  runId: z.nullable(z.number()),
  /** The experiment's. */
  name: z.string(),
  state: z.enum(ExperimentState),
  /** Of the experiment, from 0 to 1. */
  progress: z.nullable(z.number()),
  projectId: z.number(),
  projectName: z.string(),
  workspaceId: z.number(),
  workspaceName: z.string(),
  searcherType: z.string(),
  /** Runs of its experiment. */
  runs: z.number(),
  startTime: z.string(),
  /** Seconds from its start to its end, or until now. */
  duration: z.number(),
  batches: z.number(),
  checkpointSize: z.number(),
  /** Best value of the metric that is looked at. */
  best: z.nullable(value),
});
export type ComparedRecord = z.infer<typeof comparedRecord>;

const part = z.enum(['hyperparameter', 'setting', 'code', 'environment']);
export type ComparedPart = z.infer<typeof part>;

/** One place of what the records were made with, and what stands there in each: null where nothing does. */
const comparedPath = z.object({
  part,
  /** Nested ones with dots; of code a file's path; of a package its name. */
  path: z.string(),
  /** In the order of the records. Lists and objects as JSON text, files as the SHA-256 of their content. */
  values: z.array(z.union([z.number(), z.string(), z.boolean(), z.null()])),
  differs: z.boolean(),
  /**
   * How what stands here goes with the metric over all runs of the view: Spearman's rank correlation of numbers, from -1 to 1, or
   * the share of the ranks' spread that words explain (η², less what chance would), from 0 to 1. Null where fewer
   * than eight runs have both, or one of them is the same in all.
   */
  moves: z.nullable(z.object({ by: z.enum(['spearman', 'eta2']), value: z.number(), n: z.number() })),
});
export type ComparedPath = z.infer<typeof comparedPath>;

/**
 * Experiments or runs side by side: how they came out, and where what they were made with differs. What the caller may not
 * see, or is gone, is left out.
 */
export const compareRoute = /* @__PURE__ */ extRoute({
  name: 'compare',
  method: 'GET',
  path: '/compare',
  query: z.object({
    of: z.enum(['experiment', 'run']),
    ids,
    /** The metric that counts; the first record's searcher's without it. */
    metric: z.optional(z.string()),
    /** `validation` without it. */
    group: z.optional(z.string()),
    /** The view: a project, and the filter of its table as JSON text. Without a project: that of the first record. */
    projectId: z.optional(id),
    filter: z.optional(z.string()),
    /** With it archived ones count too; what the filter says of them does not count here. */
    archived: z.optional(z.stringbool()),
    /** Paths that are the same in all records are answered, too. */
    equal: z.optional(z.stringbool()),
  }),
  reply: z.object({
    metric: z.nullable(z.object({ group: z.string(), name: z.string(), smallerIsBetter: z.boolean() })),
    /** In the order of the ids. */
    records: z.array(comparedRecord),
    /** Numeric metrics that any of the runs has reported, and how many of them. */
    metrics: z.array(z.object({ group: z.string(), name: z.string(), records: z.number() })),
    paths: z.array(comparedPath),
    /** How many paths there are of each part. */
    totals: z.record(part, z.number()),
    /** Runs of the view, all of which were looked at for `moves`. */
    view: z.object({ runs: z.number() }),
  }),
  needs: {
    checks: [
      {
        kind: 'scope',
        on: 'run',
        by: 'records',
        needs: ['VIEW_EXPERIMENT_METADATA', 'VIEW_EXPERIMENT_ARTIFACTS'],
      },
    ],
  },
  reads: ['experiment', 'trial', 'progress', 'metric', 'checkpoint'],
});

/** The curves of some runs for one metric, packed: of which experiment each is does not matter. */
export const getRunCurvesRoute = /* @__PURE__ */ extRoute({
  name: 'getRunCurves',
  method: 'GET',
  path: '/run-curves',
  query: z.object({
    runs: ids,
    metric: z.string(),
    /** `validation` without it. */
    group: z.optional(z.string()),
    /** What x is: batches without it; seconds since the run's start; the metric `epoch` of the same group. */
    axis: z.optional(z.enum(['batches', 'time', 'epochs'])),
    /** Most buckets a run; 500 without it, a million of all runs together at most. */
    maxPoints: z.optional(count),
    /** As of an experiment's curves. */
    startBatches: z.optional(batches),
    endBatches: z.optional(batches),
    /** Of an answer to the same request: only what is new since then. One that is not understood gives all. */
    cursor: z.optional(z.string()),
  }),
  reply: z.object({
    /** In the order that was asked for; those that may not be seen, or are gone, are left out. */
    trials: z.array(
      z.object({
        trialId: z.number(),
        state: z.enum(TrialState),
        /** The whole curve, in place of what is known of it; else buckets that follow that. */
        whole: z.boolean(),
        /** Where each bucket ends, and its last finite value (`PackedNumbers`): lines alone are compared. */
        x: z.string(),
        last: z.string(),
      }),
    ),
    cursor: z.string(),
  }),
  needs: {
    checks: [{ kind: 'scope', on: 'run', by: 'trials', needs: ['VIEW_EXPERIMENT_ARTIFACTS'] }],
  },
  reads: ['metric', 'trial'],
});
