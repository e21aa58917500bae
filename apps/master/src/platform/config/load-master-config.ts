import { readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { z } from 'zod';
import { usualDataFolder } from './data-folder.ts';
import { checkpointStorageFormat } from './format/checkpoint-storage.ts';
import { isObject, type Json, type JsonObject, own } from './format/json.ts';
import { Place } from './format/node.ts';
import { allPools, type MasterConfig, masterConfigSchema } from './master-config.ts';
import { readYaml, YamlError } from './read-yaml.ts';
import { nearest, type Setting, settingsOf } from './setting.ts';
import { missingForSignIn } from './sign-in-settings.ts';

/** The configuration cannot be used; the message is complete for the person who starts the master. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export interface ConfigSources {
  env: Record<string, string | undefined>;
  /** Configuration file; `DET_CONFIG_FILE` names one otherwise. */
  file?: string;
  isRoot?: boolean;
}

const settings = settingsOf(masterConfigSchema);

/** Variables win over the file, the file over the defaults. */
export function loadMasterConfig({ env, file, isRoot = process.getuid?.() === 0 }: ConfigSources): MasterConfig {
  const fileName = file ?? (env.DET_CONFIG_FILE || undefined);
  const fromFile = fileName === undefined ? {} : readConfigFile(resolve(fileName));
  const origin = new Map<string, string>();
  const given = withVariables(fromFile, env, origin);
  const whereFrom: Origin = (path) =>
    origin.get(path.join('.')) ?? (fileName === undefined ? 'the environment' : resolve(fileName));

  const parsed = masterConfigSchema.safeParse(given);
  const problems = parsed.success
    ? contradictions(parsed.data, whereFrom)
    : parsed.error.issues.flatMap((issue) => explain(issue, given, whereFrom));
  const misspelt = misspeltVariables(env);
  refuse([...problems, ...misspelt]);
  if (!parsed.success) throw parsed.error;

  const data_dir = resolve(parsed.data.data_dir ?? usualDataFolder(env, isRoot));
  const usualStorage = { type: 'shared_fs', host_path: usualCheckpoints(data_dir) };
  const storage = checkpointStorageFormat.fill(
    checkpointStorageFormat.merge(parsed.data.checkpoint_storage, usualStorage),
  );
  refuse(incompleteStorage(storage, whereFrom));
  return {
    ...parsed.data,
    data_dir,
    resource_pools: allPools(parsed.data),
    // Checked just above: it is what the format's type says.
    checkpoint_storage: storage as MasterConfig['checkpoint_storage'],
    config_file: fileName === undefined ? null : resolve(fileName),
  };
}

type Origin = (path: string[]) => string;

function refuse(problems: string[]): void {
  const [only, ...more] = new Set(problems);
  if (only === undefined) return;
  const list = [only, ...more].map((problem) => `  - ${problem}`).join('\n');
  throw new ConfigurationError(more.length === 0 ? only : `The configuration cannot be used:\n${list}`);
}

function readConfigFile(file: string): JsonObject {
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : String(error);
    throw new ConfigurationError(`The configuration file ${file} cannot be read: ${why}.`);
  }
  try {
    const json = readYaml(source) ?? {};
    if (isObject(json)) return json;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new ConfigurationError(`The configuration file ${file} is not valid YAML: ${error.message}.`);
  }
  throw new ConfigurationError(`The configuration file ${file} has to hold settings such as "port: 8080".`);
}

function withVariables(file: JsonObject, env: ConfigSources['env'], origin: Map<string, string>): JsonObject {
  const given = structuredClone(file);
  for (const setting of settings) {
    const { path, variable } = setting;
    const isUrl = variable === 'DET_DB_URL';
    const [used, value] = isUrl && !env[variable] ? ['DATABASE_URL', env.DATABASE_URL] : [variable, env[variable]];
    // A variable that is set to nothing is not set: that is how scripts and service files leave one out.
    if (value === undefined || value === '') continue;
    put(given, path, setting.isText ? value : fromText(used, value));
    origin.set(path.join('.'), used);
  }
  return given;
}

function fromText(variable: string, value: string): Json {
  try {
    return readYaml(value);
  } catch (error) {
    if (error instanceof YamlError) throw new ConfigurationError(`${variable} cannot be read: ${error.message}.`);
    throw error;
  }
}

function put(into: JsonObject, [key = '', ...rest]: string[], value: Json): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const inner = own(into, key);
  const next: JsonObject = isObject(inner) ? inner : {};
  into[key] = next;
  put(next, rest, value);
}

function explain(issue: z.core.$ZodIssue, given: JsonObject, whereFrom: Origin): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownSetting([...path, key], whereFrom(path)));
  }
  const about = settingAt(path);
  const value = path.reduce<Json | undefined>(
    (inner, key) => (Array.isArray(inner) ? inner[Number(key)] : isObject(inner) ? own(inner, key) : undefined),
    given,
  );
  const from = whereFrom(about?.path ?? path);
  if (issue.message.startsWith('<format>')) {
    return [`The setting ${path.join('.')} in ${from} is wrong: ${issue.message.slice('<format>'.length)}.`];
  }
  const wrong = `The setting ${path.join('.')} in ${from} is`;
  if (about === undefined) return [`${wrong} not a section; it holds ${settingsBelow(path).join(', ')}.`];
  if (about.path.length < path.length) return [`${wrong} wrong: ${lowerFirst(issue.message)}.`];
  return [`${wrong} ${about.secret ? 'not usable' : JSON.stringify(value ?? null)}; allowed is ${about.allowed}.`];
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The setting that a path is or lies in. */
function settingAt(path: string[]): Setting | undefined {
  return settings.find((each) => each.path.every((key, i) => path[i] === key));
}

/** Keys that a section knows. */
function settingsBelow(section: string[]): string[] {
  const inside = settings.filter((each) => section.every((key, i) => each.path[i] === key));
  return [...new Set(inside.flatMap((each) => each.path[section.length] ?? []))];
}

function unknownSetting(path: string[], from: string): string {
  const above = path.slice(0, -1);
  const meant = nearest(path.at(-1) ?? '', settingsBelow(above));
  const hint = meant === undefined ? '' : `; did you mean ${[...above, meant].join('.')}?`;
  return `There is no setting ${path.join('.')} (in ${from})${hint === '' ? '.' : hint}`;
}

/** Variables of the platform's clients start with DET_ too, so only what is nearly one of ours is refused. */
function misspeltVariables(env: ConfigSources['env']): string[] {
  const known = [...settings.map((each) => each.variable), 'DET_CONFIG_FILE'];
  return Object.keys(env)
    .filter((name) => name.startsWith('DET_') && name.length > 12 && !known.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, known);
      return meant === undefined ? [] : [`There is no variable ${name}; did you mean ${meant}?`];
    });
}

function contradictions(config: z.output<typeof masterConfigSchema>, whereFrom: Origin): string[] {
  const names = allPools(config).map((pool) => pool.pool_name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  const problems: string[] = [];
  if (twice !== undefined) {
    return [`The setting resource_pools in ${whereFrom(['resource_pools'])} names ${twice} twice.`];
  }
  const managers = [
    config.resource_manager,
    ...config.additional_resource_managers.map(({ resource_manager }) => resource_manager),
  ].map(({ cluster_name }) => cluster_name);
  const same = managers.find((name, i) => managers.indexOf(name) !== i);
  if (same !== undefined) {
    const path = ['additional_resource_managers'];
    return [`The setting ${path} in ${whereFrom(path)} calls two resource managers ${same} (cluster_name).`];
  }
  for (const key of ['default_compute_resource_pool', 'default_aux_resource_pool'] as const) {
    const name = config.resource_manager[key];
    if (names.includes(name)) continue;
    const path = ['resource_manager', key];
    problems.push(
      `The setting ${path.join('.')} in ${whereFrom(path)} is ${JSON.stringify(name)}; allowed is the name of a pool: ${names.join(', ')}.`,
    );
  }
  for (const missing of missingForSignIn(config)) {
    const section = missing.split('.')[0] ?? '';
    problems.push(
      `The setting ${missing} is missing, which ${section}.enabled in ${whereFrom([section, 'enabled'])} needs.`,
    );
  }
  const { default_lifespan_days: usual, max_lifespan_days: most } = config.security.token;
  if (usual > most) {
    const path = ['security', 'token', 'default_lifespan_days'];
    problems.push(
      `The setting ${path.join('.')} in ${whereFrom(path)} is ${usual}; allowed is at most max_lifespan_days, ${most}.`,
    );
  }
  return problems;
}

function incompleteStorage(storage: Json, whereFrom: Origin): string[] {
  const from = whereFrom(['checkpoint_storage']);
  return completenessOf(storage).map((message) => `The setting checkpoint_storage in ${from} is wrong: ${message}.`);
}

function completenessOf(storage: Json): string[] {
  const place = new Place('');
  checkpointStorageFormat.check(storage, place);
  checkpointStorageFormat.complete(storage, place);
  // Tasks and the master work in different folders: only a whole path means the same to both.
  const folder = isObject(storage) ? (own(storage, 'host_path') ?? own(storage, 'container_path')) : undefined;
  if (typeof folder === 'string' && !isAbsolute(folder)) place.report(`${folder} is not an absolute path`);
  return place.issues.map(({ message }) => message);
}

/** Where checkpoints go unless the configuration says otherwise. */
export function usualCheckpoints(dataDir: string): string {
  return join(dataDir, 'checkpoints');
}
