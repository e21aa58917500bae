import { masked, redactStorage } from '#platform/config/format/checkpoint-storage.ts';
import { isObject, type Json, type JsonObject } from '#platform/config/format/json.ts';
import { redactEnvironment } from '#platform/config/format/python-packages.ts';
import { readYamlFairly } from '#platform/threads/read-yaml-fairly.ts';
import type { ExperimentConfig } from './experiment-config-format.ts';

/** The configuration for replies: keys, passwords and tokens of its checkpoint storage replaced by asterisks. */
export function redactStorageSecrets(config: ExperimentConfig): ExperimentConfig {
  const { checkpoint_storage, tensorboard_storage } = config;
  return {
    ...redactEnvironment(config),
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
export async function redactOriginalConfig(
  text: string,
  { data, environment: { python } }: ExperimentConfig,
  by: string,
): Promise<string> {
  if (data.secrets === undefined && !python?.index?.includes('@')) return text;
  const config = await readYamlFairly(by, text);
  if (!isObject(config)) return text;
  const shown = redactEnvironment(config);
  return JSON.stringify(isObject(shown.data) ? { ...shown, data: redactData(shown.data) } : shown);
}

/** A layer of a configuration, or the whole, without any secret that is known to be one. */
export function redactLayer(layer: JsonObject): JsonObject {
  const shown = { ...redactEnvironment(layer) };
  for (const name of ['checkpoint_storage', 'tensorboard_storage']) {
    if (isObject(layer[name])) shown[name] = redactStorage(layer[name]);
  }
  if (isObject(layer.data)) shown.data = redactData(layer.data);
  const { environment } = shown;
  if (isObject(environment) && isObject(environment.registry_auth)) {
    shown.environment = { ...environment, registry_auth: redactLogin(environment.registry_auth) };
  }
  const { integrations } = layer;
  if (isObject(integrations)) shown.integrations = redactPachyderm(integrations);
  return shown;
}

function redactPachyderm(integrations: JsonObject): JsonObject {
  const { pachyderm } = integrations;
  if (!isObject(pachyderm) || !isObject(pachyderm.dataset)) return integrations;
  return { ...integrations, pachyderm: { ...pachyderm, dataset: { ...pachyderm.dataset, token: masked } } };
}

const open = ['username', 'email', 'serveraddress'];
const redactLogin = (login: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(login).map(([name, value]) => [name, open.includes(name) ? value : masked]));

function redactData(data: JsonObject): JsonObject {
  const { secrets } = data;
  if (secrets === undefined) return data;
  const hidden: Json = isObject(secrets)
    ? Object.fromEntries(Object.keys(secrets).map((key) => [key, masked]))
    : masked;
  return { ...data, secrets: hidden };
}
