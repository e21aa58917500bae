import { pbsFormat, slurmFormat } from './batch-systems.ts';
import { environmentFields } from './environment.ts';
import { isAbsent, type Json, type JsonObject } from './json.ts';
import { logPoliciesFormat } from './log-policies.ts';
import { anything, asList, asObject, integer, type Node, text } from './node.ts';
import { object, omitted } from './object.ts';
import { podSpec } from './pod-spec.ts';
import { pythonPackagesForAll } from './python-packages.ts';
import { bindMountsFormat, devicesFormat } from './resources.ts';

const inEnvironment = [
  'image',
  'environment_variables',
  'force_pull_image',
  'registry_auth',
  'add_capabilities',
  'drop_capabilities',
] as const;

const fields = {
  ...Object.fromEntries(inEnvironment.map((name) => [name, omitted(environmentFields[name].inner)])),
  python: omitted(pythonPackagesForAll),
  cpu_pod_spec: omitted(podSpec),
  gpu_pod_spec: omitted(podSpec),
  checkpoint_gc_pod_spec: omitted(podSpec),
  devices: omitted(devicesFormat),
  bind_mounts: omitted(bindMountsFormat),
  log_policies: omitted(logPoliciesFormat),
  slurm: omitted(slurmFormat),
  pbs: omitted(pbsFormat),
  preemption_timeout: omitted(integer()),
  shm_size_bytes: omitted(integer({ min: 0 })),
  network_mode: omitted(text()),
  dtrain_network_interface: omitted(text()),
  startup_hook: omitted(text()),
  work_dir: omitted(text()),
  kubernetes: omitted(anything),
};

/** What the cluster, or a pool, adds to every task. Used in its read form: nothing is filled in here. */
export type TaskContainerDefaults = JsonObject & {
  startup_hook?: string;
  preemption_timeout?: number;
  shm_size_bytes?: number;
  dtrain_network_interface?: string;
  work_dir?: string;
};
export const taskContainerDefaultsFormat: Node<TaskContainerDefaults> = { ...object(fields), filled: undefined };

const { merge: mergePlainly } = object(fields);

/** A pool's defaults over the cluster's. Facts: experiment-config.md, section 3. */
export function poolOverCluster(pool: TaskContainerDefaults, cluster: TaskContainerDefaults): TaskContainerDefaults {
  const joined = (name: string) => [...asList(cluster[name] ?? null), ...asList(pool[name] ?? null)];
  return {
    ...asObject(mergePlainly(pool, cluster)),
    add_capabilities: joined('add_capabilities'),
    drop_capabilities: joined('drop_capabilities'),
    environment_variables: poolVariables(pool.environment_variables, cluster.environment_variables),
  };
}

function poolVariables(pool: Json | undefined, cluster: Json | undefined): Json {
  if (isAbsent(pool)) return cluster ?? null;
  const weaker = asObject(cluster ?? null);
  return Object.fromEntries(
    Object.entries(asObject(pool)).map(([device, mine]) => {
      const named = new Set(asList(mine).map(variableName));
      return [
        device,
        [...asList(mine), ...asList(weaker[device] ?? null).filter((each) => !named.has(variableName(each)))],
      ];
    }),
  );
}

const variableName = (assignment: Json) => String(assignment).split('=')[0];

/** The part of the defaults that is written into an experiment's configuration, as a layer below the user's own. */
export function asExperimentLayer(defaults: TaskContainerDefaults, config: JsonObject): JsonObject {
  const slots = asObject(config.resources ?? null).slots_per_trial;
  const { bind_mounts, devices, log_policies, preemption_timeout } = defaults;
  return {
    environment: {
      ...Object.fromEntries(inEnvironment.map((name) => [name, defaults[name] ?? null])),
      ...(defaults.python ? { python: defaults.python } : {}),
      pod_spec: (slots === 0 ? defaults.cpu_pod_spec : defaults.gpu_pod_spec) ?? null,
    },
    resources: { devices: devices ?? null },
    bind_mounts: bind_mounts ?? null,
    log_policies: log_policies ?? null,
    preemption_timeout: preemption_timeout ?? null,
    slurm: defaults.slurm ?? null,
    pbs: defaults.pbs ?? null,
  };
}

/** Argument lists for batch systems add up: the cluster's first, then the user's. */
export function joinArguments(merged: JsonObject, own: JsonObject, defaults: TaskContainerDefaults): JsonObject {
  const joined = (system: 'slurm' | 'pbs', name: string): JsonObject => {
    const result = asObject(merged[system] ?? null);
    const weaker = asList(asObject(defaults[system] ?? null)[name] ?? null);
    const mine = asList(asObject(own[system] ?? null)[name] ?? null);
    return { [system]: weaker.length + mine.length === 0 ? result : { ...result, [name]: [...weaker, ...mine] } };
  };
  return { ...merged, ...joined('slurm', 'sbatch_args'), ...joined('pbs', 'pbsbatch_args') };
}
