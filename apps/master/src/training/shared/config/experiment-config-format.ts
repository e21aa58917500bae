import { pbsFormat, slurmFormat } from '#platform/config/format/batch-systems.ts';
import { checkpointStorageFormat, storagePlaceFormat } from '#platform/config/format/checkpoint-storage.ts';
import { environmentFormat } from '#platform/config/format/environment.ts';
import { type Json, type JsonObject, mergeFree } from '#platform/config/format/json.ts';
import { logPoliciesFormat } from '#platform/config/format/log-policies.ts';
import {
  asList,
  asObject,
  atomic,
  boolean,
  integer,
  list,
  type Node,
  node,
  oneOf,
  text,
} from '#platform/config/format/node.ts';
import {
  dropped,
  eventually,
  type Filled,
  object,
  omitted,
  optional,
  required,
  withDefault,
} from '#platform/config/format/object.ts';
import { bindMountsFormat, resourcesFormat } from '#platform/config/format/resources.ts';
import { secretText } from '#platform/config/format/secrets.ts';
import { hyperparametersFormat } from './hyperparameters-format.ts';
import { lengthFormat, searcherFormat } from './searcher-format.ts';

const freeObject: Node<JsonObject> = node(['object'], { merge: mergeFree });

const entrypoint: Node<string | string[]> = node(['string', 'array'], {
  check(value, place) {
    if (Array.isArray(value)) list(text()).check(value, place);
  },
});

/** A set: order means nothing, each label once. */
const labels: Node<string[]> = {
  ...list(text()),
  read: (value) => [...new Set(asList(value))],
  merge: (over, under) => [...new Set([...asList(over), ...asList(under)])],
};

const mixedPrecision = oneOf(['O0', 'O1', 'O2', 'O3'], (value) =>
  typeof value === 'string' && value.startsWith('O')
    ? undefined
    : `mixed_precision should be a string starting with an uppercase letter 'O'`,
);

const optimizations = object({
  aggregation_frequency: withDefault(integer({ min: 1 }), 1),
  average_aggregated_gradients: withDefault(boolean, true),
  average_training_metrics: withDefault(boolean, true),
  gradient_compression: withDefault(boolean, false),
  grad_updates_size_file: optional(text()),
  mixed_precision: withDefault(mixedPrecision, 'O0'),
  tensor_fusion_threshold: withDefault(integer({ min: 0 }), 64),
  tensor_fusion_cycle_time: withDefault(integer({ min: 0 }), 1),
  auto_tune_tensor_fusion: withDefault(boolean, false),
});

const profiling = object(
  {
    enabled: withDefault(boolean, false),
    begin_on_batch: withDefault(integer({ min: 0 }), 0),
    end_after_batch: optional(integer({ min: 0 })),
    sync_timings: withDefault(boolean, true),
  },
  {
    check({ begin_on_batch: begin, end_after_batch: end }, place) {
      if (typeof begin !== 'number' || typeof end !== 'number' || begin <= end) return;
      place.report('begin_on_batch must be less than end_after_batch');
    },
  },
);

const name = required(text());
const port = required(integer());
const pachyderm = object({
  pachd: required(object({ host: name, port })),
  proxy: required(object({ scheme: name, host: name, port })),
  dataset: required(object({ project: name, repo: name, commit: name, branch: name, token: required(secretText) })),
});

const webhookChoice = object({
  webhook_id: omitted(list(integer())),
  webhook_name: omitted(list(text())),
  exclude: omitted(boolean),
});
const webhooks: typeof webhookChoice = {
  ...webhookChoice,
  fill(value: Json) {
    const { exclude, ...rest } = asObject(webhookChoice.fill(value));
    return exclude === true ? { ...rest, exclude } : rest;
  },
};

const fields = {
  name: eventually(text()),
  description: optional(text()),
  labels: withDefault(labels, []),
  project: withDefault(text(), ''),
  workspace: withDefault(text(), ''),
  data: withDefault(freeObject, {}),
  hyperparameters: withDefault(hyperparametersFormat, {}),
  searcher: eventually(searcherFormat),
  entrypoint: optional(entrypoint),
  environment: withDefault(environmentFormat, {}),
  resources: withDefault(resourcesFormat, {}),
  bind_mounts: withDefault(bindMountsFormat, []),
  checkpoint_storage: eventually(checkpointStorageFormat),
  checkpoint_policy: withDefault(oneOf(['best', 'all', 'none']), 'best'),
  min_checkpoint_period: withDefault(lengthFormat, { batches: 0 }),
  min_validation_period: withDefault(lengthFormat, { batches: 0 }),
  perform_initial_validation: withDefault(boolean, false),
  max_restarts: withDefault(integer({ min: 0 }), 5),
  records_per_epoch: withDefault(integer(), 0),
  scheduling_unit: withDefault(integer({ min: 1 }), 100),
  optimizations: withDefault(optimizations, {}),
  profiling: withDefault(profiling, {}),
  reproducibility: eventually(object({ experiment_seed: eventually(integer({ min: 0, max: 2 ** 32 - 1 })) })),
  log_policies: withDefault(logPoliciesFormat, []),
  retention_policy: omitted(object({ log_retention_days: eventually(integer({ min: -1, max: 32767 })) })),
  integrations: optional(object({ pachyderm: omitted(atomic(pachyderm)), webhooks: omitted(webhooks) })),
  preemption_timeout: withDefault(integer(), 3600),
  pbs: withDefault(pbsFormat, {}),
  slurm: withDefault(slurmFormat, {}),
  debug: withDefault(boolean, false),
  // Left over from earlier versions: accepted, without effect.
  security: omitted(freeObject),
  tensorboard_storage: omitted(storagePlaceFormat),
  data_layer: dropped(freeObject),
  internal: dropped(node<never>(['null'])),
};

/** Every member of an experiment's configuration. Facts: experiment-config.md, section 2. */
export const experimentConfigFormat = object(fields);
/** A complete configuration, as it is stored, sent and handed to the harness. */
export type ExperimentConfig = Filled<typeof fields>;
