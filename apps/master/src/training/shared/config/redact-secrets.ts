import { isDeepStrictEqual } from 'node:util';
import { masked, redactStorage } from '#platform/config/format/checkpoint-storage.ts';
import { isObject, type Json, type JsonObject } from '#platform/config/format/json.ts';
import { redactLogins } from '#platform/config/format/secrets.ts';
import { readYamlFairly } from '#platform/threads/read-yaml-fairly.ts';
import type { ExperimentConfig } from './experiment-config-format.ts';

/** The configuration for replies: keys, passwords and tokens replaced by asterisks, but for `data.secrets`. */
export function redactStorageSecrets(config: ExperimentConfig): ExperimentConfig {
  const { checkpoint_storage, tensorboard_storage } = config;
  return {
    ...redactLogins(config),
    checkpoint_storage: redactStorage(checkpoint_storage),
    ...(tensorboard_storage === undefined ? {} : { tensorboard_storage: redactStorage(tensorboard_storage) }),
  };
}

/** The same, and what the user put under `data.secrets`: how an experiment is read by everybody after its creation. */
export function redactSecrets(config: ExperimentConfig): ExperimentConfig {
  return redactStorageSecrets({ ...config, data: redactData(config.data) });
}

/**
 * The user's text as everybody may read it: untouched, unless it has secrets; then it is written anew, as JSON.
 * @param by whose text it is.
 */
export async function redactOriginalConfig(text: string, whole: ExperimentConfig, by: string): Promise<string> {
  // What the whole does not hold stands in no part of it.
  if (isDeepStrictEqual(redactSecrets(whole), whole)) return text;
  const config = await readYamlFairly(by, text);
  if (!isObject(config)) return text;
  const shown = redactLayer(config);
  return isDeepStrictEqual(shown, config) ? text : JSON.stringify(shown);
}

/** A layer of a configuration, or the whole, without any secret that is known to be one. */
export function redactLayer(layer: JsonObject): JsonObject {
  const shown = { ...redactLogins(layer) };
  for (const name of ['checkpoint_storage', 'tensorboard_storage']) {
    if (isObject(layer[name])) shown[name] = redactStorage(layer[name]);
  }
  if (isObject(layer.data)) shown.data = redactData(layer.data);
  return shown;
}

function redactData(data: JsonObject): JsonObject {
  const { secrets } = data;
  if (secrets === undefined) return data;
  const hidden: Json = isObject(secrets)
    ? Object.fromEntries(Object.keys(secrets).map((key) => [key, masked]))
    : masked;
  return { ...data, secrets: hidden };
}
