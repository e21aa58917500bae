import { isObject, type Json, type JsonObject, mergeKeys } from './json.ts';
import { asList, asObject, type Node, node, type Place } from './node.ts';

const ownContainer = 'determined-container';

// Named as the settings are in messages; both spellings of a key are recognised.
const notConfigurable: [string[], string][] = [
  [['image'], 'container Image is not configurable, set it in the experiment config'],
  [['command'], 'container Command is not configurable'],
  [['args'], 'container Args are not configurable'],
  [['workingDir', 'working_dir'], 'container WorkingDir is not configurable'],
  [['ports'], 'container Ports are not configurable'],
  [['livenessProbe', 'liveness_probe'], 'container LivenessProbe is not configurable'],
  [['readinessProbe', 'readiness_probe'], 'container ReadinessProbe is not configurable'],
  [['startupProbe', 'startup_probe'], 'container StartupProbe is not configurable'],
  [['lifecycle'], 'container Lifecycle is not configurable'],
  [['terminationMessagePath', 'termination_message_path'], 'container TerminationMessagePath is not configurable'],
  [
    ['terminationMessagePolicy', 'termination_message_policy'],
    'container TerminationMessagePolicy is not configurable',
  ],
  [
    ['imagePullPolicy', 'image_pull_policy'],
    'container ImagePullPolicy is not configurable, set it in the experiment config',
  ],
];

/** The Kubernetes pod the user starts from. Kept as Kubernetes writes it, merged as Kubernetes merges patches. */
export const podSpec: Node<JsonObject> = node(['object'], {
  check(json, place) {
    const value = asObject(json);
    if (Object.hasOwn(value, 'name')) place.report('pod Name is not a configurable option');
    if (Object.hasOwn(value, 'name_space')) place.report('pod NameSpace is not a configurable option');
    const containers = place.key('spec').key('containers');
    asList(asObject(value.spec ?? null).containers ?? null).forEach((each, i) => {
      if (isObject(each) && each.name === ownContainer) checkOwnContainer(each, containers.index(i));
    });
  },
  read: (value) => asKubernetesWrites(asObject(value)),
  merge: (over, under) => patched(over, under),
});

function checkOwnContainer(container: JsonObject, place: Place): void {
  for (const [keys, message] of notConfigurable) {
    if (keys.some((key) => Object.hasOwn(container, key))) place.report(message);
  }
}

const podKeys = ['apiVersion', 'kind', 'metadata', 'spec', 'status'];
const specKeys = new Set(
  `activeDeadlineSeconds affinity automountServiceAccountToken containers dnsConfig dnsPolicy enableServiceLinks
  ephemeralContainers hostAliases hostIPC hostNetwork hostPID hostUsers hostname imagePullSecrets initContainers nodeName
  nodeSelector os overhead preemptionPolicy priority priorityClassName readinessGates resourceClaims restartPolicy
  runtimeClassName schedulerName schedulingGates securityContext serviceAccount serviceAccountName setHostnameAsFQDN
  shareProcessNamespace subdomain terminationGracePeriodSeconds tolerations topologySpreadConstraints volumes`.split(
    /\s+/,
  ),
);

function asKubernetesWrites(pod: JsonObject): JsonObject {
  const spec = asObject(pod.spec ?? null);
  const containers = spec.containers ?? null;
  return {
    ...Object.fromEntries(podKeys.filter((key) => Object.hasOwn(pod, key)).map((key) => [key, pod[key] ?? null])),
    metadata: { creationTimestamp: null, ...asObject(pod.metadata ?? null) },
    spec: {
      ...Object.fromEntries(Object.entries(spec).filter(([key]) => specKeys.has(key))),
      containers: containers === null ? null : asList(containers).map((each) => ({ resources: {}, ...asObject(each) })),
    },
    status: {},
  };
}

/** Which key tells the items of a list apart; lists that are not named here are replaced whole. */
const identities: Record<string, string> = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  volumes: 'name',
  env: 'name',
  imagePullSecrets: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  ports: 'containerPort',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
  resourceClaims: 'name',
};

function patched(over: Json, under: Json, key?: string): Json {
  if (isObject(over) && isObject(under)) return mergeKeys(over, under, patched);
  const identity = key === undefined ? undefined : identities[key];
  if (identity === undefined || !Array.isArray(over) || !Array.isArray(under)) return over;
  const same = (a: Json) => (b: Json) => isObject(a) && isObject(b) && a[identity] === b[identity];
  const kept = under.map((each) => {
    const change = over.find(same(each));
    return change === undefined ? each : patched(change, each);
  });
  return [...kept, ...over.filter((each) => !under.some(same(each)))];
}
