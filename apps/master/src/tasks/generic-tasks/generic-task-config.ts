import { type ApiError, invalidArgument } from '@determined/contract/errors.ts';
import { pbsFormat, slurmFormat } from '#platform/config/format/batch-systems.ts';
import { environmentFormat } from '#platform/config/format/environment.ts';
import { isAbsent, isObject, type Json, type JsonObject } from '#platform/config/format/json.ts';
import { logPoliciesFormat } from '#platform/config/format/log-policies.ts';
import {
  asList,
  asObject,
  boolean,
  integer,
  issueLines,
  list,
  type Node,
  node,
  number,
  Place,
  text,
  typeName,
} from '#platform/config/format/node.ts';
import { type Filled, object, optional, withDefault } from '#platform/config/format/object.ts';
import { bindMountsFormat, devicesFormat, memorySize } from '#platform/config/format/resources.ts';
import {
  asExperimentLayer,
  joinArguments,
  type TaskContainerDefaults,
} from '#platform/config/format/task-container-defaults.ts';
import { YamlError } from '#platform/config/read-yaml.ts';
import { readYamlFairly } from '#platform/threads/read-yaml-fairly.ts';

/** Words to execute; one alone, or a text, is given to a shell. Facts: trial runtime 4. */
const entrypoint: Node<string | string[]> = node(['string', 'array'], {
  check(value, place) {
    if (Array.isArray(value)) list(text()).check(value, place);
  },
});

// Their ranges are checked apart, in the words that clients know.
const resources = object({
  slots: withDefault(integer(), 1),
  max_slots: optional(integer()),
  weight: withDefault(number(), 1),
  priority: optional(integer()),
  resource_pool: withDefault(text(), ''),
  is_single_node: withDefault(boolean, true),
  shm_size: optional(memorySize),
  devices: withDefault(devicesFormat, []),
});

const fields = {
  entrypoint: optional(entrypoint),
  environment: withDefault(environmentFormat, {}),
  resources: withDefault(resources, {}),
  bind_mounts: withDefault(bindMountsFormat, []),
  work_dir: optional(text()),
  log_policies: withDefault(logPoliciesFormat, []),
  preemption_timeout: withDefault(integer(), 3600),
  pbs: withDefault(pbsFormat, {}),
  slurm: withDefault(slurmFormat, {}),
  debug: withDefault(boolean, false),
};
const format = object(fields);

/** A complete configuration of a generic task. */
export type GenericTaskSettings = Filled<typeof fields>;
type OfJob = 'priority' | 'weight' | 'max_slots' | 'resource_pool';
/** Without what stands in its job, where alone it is changed. */
export type StoredSettings = Omit<GenericTaskSettings, 'resources'> & {
  resources: Omit<GenericTaskSettings['resources'], OfJob>;
};

export const refuseConfig = (message: string): ApiError => invalidArgument(`invalid generic task config: ${message}`);

/** A configuration as its user wrote it, checked. */
export interface GenericTaskDraft {
  /** What is answered when it is asked for. */
  asked: JsonObject;
  /** Shorthands written out. */
  config: JsonObject;
  resources: GenericTaskSettings['resources'];
}

/** @param by whose text it is: long ones are read in turns. @param original a fork's; the keys of the text win. */
export async function readGenericTaskConfig(
  text: string,
  by: string,
  original?: JsonObject,
): Promise<GenericTaskDraft> {
  const json = await readYamlFairly(by, text).catch((error) => {
    if (error instanceof YamlError)
      throw refuseConfig(`unable to convert yaml to json: not valid yaml: ${error.message}`);
    throw error;
  });
  // A text of nothing but comments says nothing.
  if (json !== null && !isObject(json)) throw refuseConfig(`expected object, but got ${typeName(json)}`);
  const asked = { ...original, ...json };
  const place = new Place();
  format.check(asked, place);
  const config = place.issues.length === 0 ? asObject(format.read(asked, place)) : {};
  if (place.issues.length > 0) throw refuseConfig(issueLines(place.issues));
  // The format's fill and its type are two views of one definition.
  const filled = asObject(format.fill(config)) as unknown as GenericTaskSettings;
  checkSound(filled);
  return { asked, config, resources: filled.resources };
}

/** In the words of the platform. Facts: platform semantics 10.5, contract samples. */
function checkSound(settings: GenericTaskSettings): void {
  const { slots, weight, priority, max_slots: maxSlots } = settings.resources;
  const errors: string[] = [];
  const found = (at: string, message: string) => errors.push(`\terror found at ${at}: ${message}`);
  if (settings.entrypoint === null || settings.entrypoint.length === 0) {
    found('root', 'entrypoint must be non-empty: 0 is not greater than 0');
  }
  const atResources = (message: string) => found('root.Resources', message);
  if (slots < 0) atResources(`resources.slots must be >= 0: ${slots} is not greater than or equal to 0`);
  if (!(weight > 0)) atResources(`weight must be > 0: ${weight} is not greater than 0`);
  if (priority !== null && (priority < 1 || priority > 99)) {
    const rule = priority < 1 ? 'greater than 0' : 'less than 100';
    atResources(`scheduling priority must be greater than 0 and less than 100: ${priority} is not ${rule}`);
  }
  if (maxSlots !== null && maxSlots < slots) {
    atResources(`resources.max_slots must be >= resources.slots: ${maxSlots} is not greater than or equal to ${slots}`);
  }
  if (errors.length > 0) throw refuseConfig(`Check Failed! ${errors.length} errors found:\n${errors.join('\n')}`);
  const mounted = settings.bind_mounts.map(({ container_path: path }) => path);
  if (mounted.length > 0) {
    throw refuseConfig(
      `<config>.bind_mounts: tasks run without containers here, and nothing can be mounted at ${mounted}`,
    );
  }
}

/** Over what the cluster and the pool give to every task, with the defaults. */
export function completeGenericTaskConfig(
  { config, resources }: GenericTaskDraft,
  defaults: TaskContainerDefaults,
  hasContext: boolean,
): { settings: GenericTaskSettings; unmounted: string[] } {
  const like = { resources: { slots_per_trial: resources.slots } };
  const { bind_mounts: mounts, ...layer } = asExperimentLayer(defaults, like);
  // The folder that its files lie in wins over one that it did not ask for.
  const workDir = hasContext ? null : (defaults.work_dir ?? null);
  const merged = asObject(format.merge(config, { ...layer, work_dir: workDir }));
  return {
    // As above.
    settings: format.fill(joinArguments(merged, config, defaults)) as unknown as GenericTaskSettings,
    unmounted: isAbsent(mounts) ? [] : asList(mounts).map((each: Json) => String(asObject(each).container_path)),
  };
}

export function withoutJob({ resources: all, ...settings }: GenericTaskSettings): StoredSettings {
  const { priority: _priority, weight: _weight, max_slots: _maxSlots, resource_pool: _pool, ...own } = all;
  return { ...settings, resources: own };
}

/** What is executed. */
export function commandOf({ entrypoint: asked }: Pick<StoredSettings, 'entrypoint'>): string[] {
  const words = typeof asked === 'string' ? [asked] : (asked ?? []);
  const [only] = words;
  return words.length === 1 && only !== undefined ? ['/bin/sh', '-c', only] : words;
}
