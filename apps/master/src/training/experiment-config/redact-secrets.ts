import { masked, redactStorage } from '#platform/config/format/checkpoint-storage.ts';
import { isObject } from '#platform/config/format/json.ts';
import type { ExperimentConfig } from './experiment-config-format.ts';

/** The configuration for replies: keys, passwords and tokens of its checkpoint storage replaced by asterisks. */
export function redactStorageSecrets(config: ExperimentConfig): ExperimentConfig {
  const { checkpoint_storage, tensorboard_storage } = config;
  return {
    ...config,
    checkpoint_storage: redactStorage(checkpoint_storage),
    ...(tensorboard_storage === undefined ? {} : { tensorboard_storage: redactStorage(tensorboard_storage) }),
  };
}

/** The same, and what the user put under `data.secrets`: how an experiment is read by everybody after its creation. */
export function redactSecrets(config: ExperimentConfig): ExperimentConfig {
  const { secrets } = config.data;
  const hidden = isObject(secrets) ? Object.fromEntries(Object.keys(secrets).map((key) => [key, masked])) : masked;
  return redactStorageSecrets(
    secrets === undefined ? config : { ...config, data: { ...config.data, secrets: hidden } },
  );
}
