import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { ExperimentState } from '../tasks/tasks-messages-generated.ts';
import type { CellTypes, ColumnType } from './column-facts.ts';
import { type ExperimentCells, type ExperimentTableRow, experimentColumns } from './experiment-columns.ts';
import { mostReceiptItems } from './receipt-facts.ts';
import { type RunCells, type RunTableRow, runColumns } from './run-columns.ts';
import { TrialState } from './training-messages-generated.ts';

const id = z.coerce.number().check(z.int());
const count = z.coerce.number().check(z.int(), z.nonnegative());
const batches = count.check(z.maximum(2 ** 31 - 1));
/** JSON has no NaN: values that are not finite travel as these words. */
const value = z.union([z.number(), z.pipe(z.enum(['NaN', 'Infinity', '-Infinity']), z.transform(Number))]);

const cellSchemas = {
  name: z.string(),
  text: z.nullable(z.string()),
  id: z.number(),
  number: z.nullable(z.number()),
  time: z.nullable(z.string()),
  duration: z.number(),
  bytes: z.number(),
  share: z.nullable(z.number()),
  state: z.enum(ExperimentState),
  user: z.string(),
  boolean: z.boolean(),
  tags: z.array(z.string()),
  experiment: z.nullable(z.number()),
  metric: z.nullable(value),
  curve: z.nullable(z.array(value)),
  reported: z.nullable(z.union([value, z.string(), z.boolean()])),
  hyperparameter: z.nullable(
    z.union([
      z.number(),
      z.string(),
      z.boolean(),
      z.object({
        type: z.enum(['int', 'double', 'log']),
        minval: z.number(),
        maxval: z.number(),
        base: z.optional(z.number()),
      }),
      z.object({ type: z.literal('categorical'), vals: z.array(z.unknown()) }),
    ]),
  ),
} satisfies { [Type in ColumnType]: z.ZodMiniType<CellTypes[Type]> };

/** Made from a catalogue by the very rule that the type of its cells is. */
function cellsOf<Cells>(catalogue: Readonly<Record<string, { type: ColumnType }>>) {
  const fixed = Object.entries(catalogue).map(([name, { type }]) => [name, z.optional(cellSchemas[type])]);
  const cells = z.catchall(
    z.object(Object.fromEntries(fixed)),
    z.union([cellSchemas.reported, cellSchemas.hyperparameter]),
  );
  return cells as unknown as z.ZodMiniType<Cells>;
}

const experimentRow = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(ExperimentState),
  archived: z.boolean(),
  parentArchived: z.boolean(),
  unmanaged: z.boolean(),
  userId: z.number(),
  workspaceId: z.number(),
  cells: cellsOf<ExperimentCells>(experimentColumns),
}) satisfies z.ZodMiniType<ExperimentTableRow>;

const runRow = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(TrialState),
  archived: z.boolean(),
  multiTrial: z.boolean(),
  userId: z.number(),
  workspaceId: z.number(),
  experiment: z.object({
    id: z.number(),
    state: z.enum(ExperimentState),
    archived: z.boolean(),
    parentArchived: z.boolean(),
    unmanaged: z.boolean(),
  }),
  cells: cellsOf<RunCells>(runColumns),
}) satisfies z.ZodMiniType<RunTableRow>;

/** Names of columns, with commas between them; where a name has a comma, each as a parameter of its own. Only their cells are answered. */
const columns = z.optional(z.union([z.string(), z.array(z.string())]));

/** Which rows of a project's table, in which order, with which cells. */
const rowsQuery = z.object({
  offset: z.optional(count),
  limit: z.optional(count),
  columns,
  /** `column=asc` or `column=desc`, several with commas between; by id descending without it. Ties are ordered by id descending. */
  sort: z.optional(z.string()),
  /** With it archived ones are listed too. */
  archived: z.optional(z.stringbool()),
  /** The filter of the search calls, as JSON text; what it says of archived ones does not count here. */
  filter: z.optional(z.string()),
  /** Ids with commas between: these alone. */
  ids: z.optional(z.string().check(z.regex(/^\d{1,9}(,\d{1,9})*$/))),
});
/** Least and greatest finite value in the column `searcherMetricsVal` of the whole project, for its heat; null unless that is asked for. */
const range = z.nullable(z.object({ min: z.number(), max: z.number() }));

/** The rows of a project's experiment table: only the cells it shows. */
export const getExperimentRowsRoute = /* @__PURE__ */ extRoute({
  name: 'getExperimentRows',
  method: 'GET',
  path: '/projects/{projectId}/experiment-rows',
  params: z.object({ projectId: id }),
  query: rowsQuery,
  reply: z.object({ total: z.number(), range, rows: z.array(experimentRow) }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'params.projectId' },
  reads: ['experiment', 'trial', 'progress', 'metric', 'checkpoint'],
});

/** The rows of a project's table of runs, in the same way. */
export const getRunRowsRoute = /* @__PURE__ */ extRoute({
  name: 'getRunRows',
  method: 'GET',
  path: '/projects/{projectId}/run-rows',
  params: z.object({ projectId: id }),
  query: rowsQuery,
  reply: z.object({ total: z.number(), range, rows: z.array(runRow) }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'params.projectId' },
  reads: ['run', 'experiment', 'trial', 'progress', 'metric', 'checkpoint'],
});

/** All that a filter of the project's table finds now, with archived ones or not, but for some. */
const alikeBody = z.object({
  filter: z.optional(z.string()),
  archived: z._default(z.boolean(), false),
  except: z._default(z.array(z.number().check(z.int())).check(z.maxLength(mostReceiptItems)), []),
});
/** How many a row stands for: all that the rules of actions cannot tell from it. */
const standsFor = z.number();

/** What is chosen of a project's table of experiments, of those alike one each, without cells: what actions would do is known by them. */
export const getExperimentsAlikeRoute = /* @__PURE__ */ extRoute({
  name: 'getExperimentsAlike',
  method: 'POST',
  path: '/projects/{projectId}/experiments-alike',
  params: z.object({ projectId: id }),
  body: alikeBody,
  reply: z.object({ alike: z.array(z.extend(experimentRow, { standsFor })) }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'params.projectId' },
  reads: ['experiment', 'trial'],
});

/** The same of its table of runs. */
export const getRunsAlikeRoute = /* @__PURE__ */ extRoute({
  name: 'getRunsAlike',
  method: 'POST',
  path: '/projects/{projectId}/runs-alike',
  params: z.object({ projectId: id }),
  body: alikeBody,
  reply: z.object({ alike: z.array(z.extend(runRow, { standsFor })) }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'params.projectId' },
  reads: ['run', 'experiment', 'trial'],
});

/**
 * The signed-in user's own experiments, wherever they are: those that go on, those that failed `since` then, and those that ended
 * last; with how many there are, and why some wait or failed.
 */
export const getOwnExperimentRowsRoute = /* @__PURE__ */ extRoute({
  name: 'getOwnExperimentRows',
  method: 'GET',
  path: '/own-experiment-rows',
  /** `limit`: rows of each of the three. Without `since` no time has failures. */
  query: z.object({ limit: z.optional(count), columns, since: z.optional(z.iso.datetime()) }),
  reply: z.object({
    total: z.number(),
    active: z.number(),
    /** Of the active ones, those that a machine works on. */
    running: z.number(),
    /** Since then. */
    completed: z.number(),
    errored: z.number(),
    /** By when it started, where it goes on, and by when it ended: the newest first. */
    rows: z.array(experimentRow),
    /** Why what waits does, and how the last part of what failed ended, in the words of who saw it. */
    reasons: z.array(z.object({ experimentId: z.number(), trialId: z.nullable(z.number()), reason: z.string() })),
  }),
  needs: { checks: [{ kind: 'scope', on: 'experiment', by: 'rows', needs: ['VIEW_EXPERIMENT_METADATA'] }] },
  reads: ['experiment', 'trial', 'allocation', 'progress', 'metric', 'checkpoint', 'project'],
});

/** What is likely a mistake and fails nothing: it is told where it can still be mended. Silence grows by itself: who shows it polls. */
export const getExperimentCautionsRoute = /* @__PURE__ */ extRoute({
  name: 'getExperimentCautions',
  method: 'GET',
  path: '/experiments/{experimentId}/cautions',
  params: z.object({ experimentId: id }),
  reply: z.object({
    cautions: z.array(
      z.object({
        /**
         * The file that the entrypoint names did not come along; no validation reports the searcher's metric; a detached job
         * was not heard of after it registered, or for longer than its beat; the experiment is being deleted, or could not be.
         */
        kind: z.enum(['entrypointNotFound', 'metricNotReported', 'neverHeard', 'silent', 'deletion']),
        trialId: z.nullable(z.number()),
        /** Sentences for people. */
        text: z.string(),
      }),
    ),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'params.experimentId' },
  reads: ['experiment', 'trial', 'metric'],
});

/** Not looked into value by value: a reply may hold many thousands of them. */
const numbers = z.custom<number[]>((list) => Array.isArray(list));
const values = z.custom<(number | null)[]>((list) => Array.isArray(list));

/** The curves of an experiment's trials for one metric, packed. */
export const getExperimentCurvesRoute = /* @__PURE__ */ extRoute({
  name: 'getExperimentCurves',
  method: 'GET',
  path: '/experiments/{experimentId}/curves',
  params: z.object({ experimentId: id }),
  query: z.object({
    /** The searcher's metric without it. */
    metric: z.optional(z.string()),
    /** `validation` without it. */
    group: z.optional(z.string()),
    /** Whether smaller or larger values of the metric are better, where the caller knows better. */
    better: z.optional(z.enum(['smaller', 'larger'])),
    /** The best trials by this metric; 100 without it, 5,000 at most. */
    maxTrials: z.optional(count),
    /** Most buckets a trial; 500 without it, a million of all trials together at most. */
    maxPoints: z.optional(count),
    /** Most of those that come after the best five: in a chart of very many they lie behind. As many without it. */
    maxPointsBehind: z.optional(count),
    /** Of the part of the curves from these batches to those alone, the finer the smaller that is; from the first and to the last without. */
    startBatches: z.optional(batches),
    endBatches: z.optional(batches),
    /** Of an answer to the same request: only what is new since then. One that is not understood gives all. */
    cursor: z.optional(z.string()),
  }),
  reply: z.object({
    metric: z.string(),
    group: z.string(),
    smallerIsBetter: z.boolean(),
    /** Where that is known from: asked for, the searcher's own metric, the metric's name, or how reports go. */
    basis: z.enum(['asked', 'searcher', 'name', 'reports']),
    /** Trials that have reported the metric. */
    total: z.number(),
    /** Best first. */
    trials: z.array(
      z.object({
        trialId: z.number(),
        state: z.enum(TrialState),
        /** The whole curve, in place of what is known of it; else buckets that follow that. */
        whole: z.boolean(),
        /** The batches of each bucket's last report (`PackedNumbers`). */
        x: z.string(),
        /** Its last finite value, and the least and the greatest, which are left out where each bucket holds one report. */
        last: z.string(),
        min: z.optional(z.string()),
        max: z.optional(z.string()),
      }),
    ),
    /** Empty where curves are given whole only. */
    cursor: z.string(),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'params.experimentId' },
  reads: ['metric', 'trial'],
});

/** A value: null where the trial has none, or none that is finite. */
const settings = z.custom<(number | string | null)[]>((list) => Array.isArray(list));

/** Where an experiment's trials stand by one metric, and with which hyperparameters: a place a trial in every list, best first. */
export const getExperimentPointsRoute = /* @__PURE__ */ extRoute({
  name: 'getExperimentPoints',
  method: 'GET',
  path: '/experiments/{experimentId}/points',
  params: z.object({ experimentId: id }),
  query: z.object({
    /** The searcher's metric without it. */
    metric: z.optional(z.string()),
    /** `validation` without it. */
    group: z.optional(z.string()),
    better: z.optional(z.enum(['smaller', 'larger'])),
    /** The report nearest to so many batches; without it, or 0, each trial's best. */
    batch: z.optional(count),
    /** How far from there a report may lie; 10 without it, 100 at most. */
    margin: z.optional(count),
  }),
  reply: z.object({
    metric: z.string(),
    group: z.string(),
    smallerIsBetter: z.boolean(),
    basis: z.enum(['asked', 'searcher', 'name', 'reports']),
    /** Trials that have reported the metric there; 5,000 at most are told of. */
    total: z.number(),
    trials: numbers,
    states: z.custom<TrialState[]>((list) => Array.isArray(list)),
    values,
    /** Batches of each value; null where it is the best of all. */
    batches: values,
    /** Nested ones with dots; lists and objects as JSON, true and false as words. */
    hyperparameters: z.array(z.object({ name: z.string(), values: settings })),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'params.experimentId' },
  reads: ['metric', 'trial'],
});

/** Microseconds would be more than charts show. */
const millis = z.coerce.number().check(z.int(), z.nonnegative());

/** One series of what a machine reported of itself while a trial ran, packed. Its group follows from its name. */
export const getTrialSystemCurveRoute = /* @__PURE__ */ extRoute({
  name: 'getTrialSystemCurve',
  method: 'GET',
  path: '/trials/{trialId}/profiler/curve',
  params: z.object({ trialId: id }),
  query: z.object({
    /** As reported: `cpu_util_simple`, `gpu_util`, … */
    name: z.string(),
    agentId: z.string(),
    /** A GPU's UUID or a disk's path; without it the machine's own. */
    device: z.optional(z.string()),
    /** Milliseconds since 1970; from the first and to the last report without them. */
    from: z.optional(millis),
    to: z.optional(millis),
    /** Most points; 2,000 without it, 20,000 at most. */
    maxPoints: z.optional(count),
  }),
  reply: z.object({
    /** Milliseconds since 1970 (`PackedNumbers`). */
    x: z.string(),
    last: z.string(),
    /** Least and greatest of each bucket, where there are buckets of several reports. */
    min: z.optional(z.string()),
    max: z.optional(z.string()),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'params.trialId' },
  reads: ['metric'],
});

/** Why parts of an experiment have not started. The compatible calls know only that they wait. */
export const getWaitingReasonsRoute = /* @__PURE__ */ extRoute({
  name: 'getWaitingReasons',
  method: 'GET',
  path: '/experiments/{experimentId}/waiting',
  params: z.object({ experimentId: z.coerce.number().check(z.int(), z.maximum(2 ** 31 - 1)) }),
  reply: z.object({
    reasons: z.array(
      z.object({
        /** null: a task of the experiment that is no trial. */
        trialId: z.nullable(z.number()),
        /** A sentence for people. */
        reason: z.string(),
      }),
    ),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'params.experimentId' },
  reads: ['job', 'allocation'],
});

/** What parts of an experiment waited for, each kind of reason from when it held: the latest first, at most 100. */
export const getWaitingHistoryRoute = /* @__PURE__ */ extRoute({
  name: 'getWaitingHistory',
  method: 'GET',
  path: '/experiments/{experimentId}/waiting/history',
  params: z.object({ experimentId: z.coerce.number().check(z.int(), z.maximum(2 ** 31 - 1)) }),
  reply: z.object({
    reasons: z.array(
      z.object({
        allocationId: z.string(),
        /** null: a task of the experiment that is no trial. */
        trialId: z.nullable(z.number()),
        since: z.string(),
        /** `too-large`, `disabled`, `slots`, `fragmented`, `higher-priority`, …; `not-ready`: its machine cannot start it. */
        kind: z.string(),
        /** A sentence for people, with the figures of that moment. */
        reason: z.string(),
      }),
    ),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'params.experimentId' },
  reads: ['job', 'allocation'],
});
