/** Keys of a configuration with those below them; null where what follows is a value, or keys of one's own. */
export interface ConfigKeys {
  readonly [key: string]: ConfigKeys | null;
}

const values = (...keys: string[]): ConfigKeys => Object.fromEntries(keys.map((key) => [key, null]));

const period = values('batches', 'epochs', 'records');
const byProcessor = values('cpu', 'cuda', 'rocm');

/** What people write in an experiment's configuration and in a template; experiment-config-format.ts of the server decides. */
export const experimentConfigKeys: ConfigKeys = {
  ...values('name', 'description', 'labels', 'project', 'workspace', 'data', 'hyperparameters', 'entrypoint'),
  searcher: {
    ...values('name', 'metric', 'smaller_is_better', 'source_trial_id', 'source_checkpoint_uuid'),
    ...values('max_trials', 'max_concurrent_trials', 'mode', 'divisor', 'max_rungs', 'bracket_rungs', 'time_metric'),
    ...values('max_time'),
    max_length: period,
  },
  environment: {
    image: byProcessor,
    environment_variables: byProcessor,
    ...values('proxy_ports', 'ports', 'force_pull_image', 'registry_auth', 'add_capabilities', 'drop_capabilities'),
    ...values('pod_spec'),
  },
  resources: values(
    ...['slots_per_trial', 'max_slots', 'weight', 'priority', 'resource_pool', 'native_parallel', 'shm_size'],
    ...['devices', 'is_single_node'],
  ),
  bind_mounts: values('host_path', 'container_path', 'read_only', 'propagation'),
  checkpoint_storage: values(
    ...['type', 'save_experiment_best', 'save_trial_best', 'save_trial_latest', 'host_path', 'storage_path'],
    ...['propagation', 'bucket', 'prefix', 'access_key', 'secret_key', 'endpoint_url', 'container'],
    ...['connection_string', 'account_url', 'credential', 'container_path'],
  ),
  checkpoint_policy: null,
  min_checkpoint_period: period,
  min_validation_period: period,
  ...values('perform_initial_validation', 'max_restarts', 'records_per_epoch', 'scheduling_unit'),
  optimizations: values(
    ...['aggregation_frequency', 'average_aggregated_gradients', 'average_training_metrics', 'gradient_compression'],
    ...['grad_updates_size_file', 'mixed_precision', 'tensor_fusion_threshold', 'tensor_fusion_cycle_time'],
    ...['auto_tune_tensor_fusion'],
  ),
  profiling: values('enabled', 'begin_on_batch', 'end_after_batch', 'sync_timings'),
  reproducibility: values('experiment_seed'),
  log_policies: values('name', 'pattern', 'action'),
  retention_policy: values('log_retention_days'),
  integrations: { pachyderm: values('pachd', 'proxy', 'dataset'), webhooks: values('webhook_id', 'webhook_name') },
  preemption_timeout: null,
  pbs: values('slots_per_node', 'pbsbatch_args'),
  slurm: values('slots_per_node', 'gpu_type', 'sbatch_args'),
  debug: null,
};
