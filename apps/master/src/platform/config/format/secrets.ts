import { masked } from './checkpoint-storage.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { text } from './node.ts';
import { redactPackages } from './python-packages.ts';

/** A secret: not what replies show in its place. */
export const secretText = text((value) =>
  value === masked ? 'holds asterisks in the place of a secret: it has to be written anew' : undefined,
);

interface Configured {
  environment?: Json | object | undefined;
  integrations?: Json | object | undefined;
}

/** A configuration of an experiment or task as its own tasks are told it: without the login of its package index. */
export function withoutIndexLogin<C extends Configured>(config: C): C {
  const { environment } = config;
  const python = isObject(environment) ? environment.python : undefined;
  if (!isObject(python)) return config;
  return { ...config, environment: { ...(environment as JsonObject), python: redactPackages(python) } };
}

/** The same as everybody may see it: also without the login of its image's registry and the token of its data set. */
export function redactLogins<C extends Configured>(config: C): C {
  const shown = { ...withoutIndexLogin(config) };
  const { environment, integrations } = shown;
  if (isObject(environment) && isObject(environment.registry_auth))
    shown.environment = { ...environment, registry_auth: redactRegistry(environment.registry_auth) };
  const pachyderm = isObject(integrations) ? integrations.pachyderm : undefined;
  const dataset = isObject(pachyderm) ? pachyderm.dataset : undefined;
  if (isObject(integrations) && isObject(pachyderm) && typeof (isObject(dataset) && dataset.token) === 'string') {
    const shownSet = { ...(dataset as JsonObject), token: masked };
    shown.integrations = { ...integrations, pachyderm: { ...pachyderm, dataset: shownSet } };
  }
  return shown;
}

const registrySecrets = ['password', 'auth', 'identitytoken', 'registrytoken'];

export const redactRegistry = (login: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(login).map(([name, value]) => [
      name,
      registrySecrets.includes(name) && typeof value === 'string' ? masked : value,
    ]),
  );

/** What is sent back as it was shown is what is stored. */
export function unmasked(sent: Json, shown: Json | undefined, stored: Json | undefined): Json {
  if (isObject(sent) && isObject(shown) && isObject(stored))
    return Object.fromEntries(
      Object.entries(sent).map(([key, value]) => [key, unmasked(value, shown[key], stored[key])]),
    );
  return typeof shown === 'string' && sent === shown && stored !== undefined ? stored : sent;
}
