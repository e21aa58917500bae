import { isAbsent, isObject, type Json, type JsonObject } from './json.ts';
import {
  asList,
  asObject,
  atomic,
  boolean,
  integer,
  keyedList,
  list,
  map,
  type Node,
  node,
  number,
  text,
} from './node.ts';
import { object, omitted, optional, required, withDefault } from './object.ts';
import { podSpec } from './pod-spec.ts';
import { pythonPackages } from './python-packages.ts';
import { secretText } from './secrets.ts';

const deviceTypes = ['cpu', 'cuda', 'rocm'] as const;
type PerDevice<T> = Record<(typeof deviceTypes)[number], T>;

interface PerDeviceOptions {
  /** One value may stand for all device types. */
  isWhole(value: Json): boolean;
  types: Node<unknown>['types'];
  message: string;
  join(over: Json, under: Json): Json;
  defaults: JsonObject;
}

/** A value for each kind of device; `gpu` is the old name of `cuda`. */
function perDevice<T>(options: PerDeviceOptions): Node<PerDevice<T>> {
  return node(options.types, {
    check(value, place) {
      const ok = isObject(value)
        ? Object.entries(value).every(
            ([key, each]) => [...deviceTypes, 'gpu'].includes(key) && (each === null || options.isWhole(each)),
          )
        : options.isWhole(value);
      if (!ok) place.report(options.message);
    },
    read(value) {
      if (!isObject(value)) return Object.fromEntries(deviceTypes.map((type) => [type, value]));
      const { gpu = null, ...named } = value;
      return isAbsent(named.cuda) && gpu !== null ? { ...named, cuda: gpu } : named;
    },
    merge(over, under) {
      const a = asObject(over);
      const b = asObject(under);
      return Object.fromEntries(
        deviceTypes.map((type) => {
          const [mine = null, weaker = null] = [a[type], b[type]];
          return [type, mine === null || weaker === null ? (mine ?? weaker) : options.join(mine, weaker)];
        }),
      );
    },
    fill(value) {
      const given = asObject(value);
      return Object.fromEntries(deviceTypes.map((type) => [type, given[type] ?? options.defaults[type] ?? null]));
    },
  });
}

const image = perDevice<string>({
  types: ['object', 'string'],
  isWhole: (value) => typeof value === 'string',
  message: 'is neither a string nor a map of cpu, cuda, or rocm to strings',
  join: (over) => over,
  defaults: {
    cpu: 'determinedai/pytorch-ngc-dev:0736b6d',
    cuda: 'determinedai/pytorch-ngc-dev:0736b6d',
    rocm: 'determinedai/environments:rocm-5.6-pytorch-1.3-tf-2.10-rocm-mpich-0736b6d',
  },
});

const environmentVariables = perDevice<string[]>({
  types: ['array', 'object'],
  isWhole: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  message: 'is neither a list of strings nor a map of cpu, cuda, or rocm to lists of strings',
  // The later entry wins when the task starts.
  join: (over, under) => [...asList(under), ...asList(over)],
  defaults: { cpu: [], cuda: [], rocm: [] },
});

const proxyPort = object({
  proxy_port: required(number()),
  proxy_tcp: withDefault(boolean, false),
  unauthenticated: withDefault(boolean, false),
  default_service_id: withDefault(boolean, false),
});

const registryAuth = object({
  username: omitted(text()),
  password: omitted(secretText),
  auth: omitted(secretText),
  email: omitted(text()),
  serveraddress: omitted(text()),
  identitytoken: omitted(secretText),
  registrytoken: omitted(secretText),
});

export const environmentFields = {
  image: withDefault(image, {}),
  environment_variables: withDefault(environmentVariables, {}),
  proxy_ports: withDefault(
    keyedList(proxyPort, (each) => String(each.proxy_port)),
    [],
  ),
  ports: withDefault(map(integer()), {}),
  force_pull_image: withDefault(boolean, false),
  registry_auth: optional(atomic(registryAuth)),
  add_capabilities: withDefault(list(text()), []),
  drop_capabilities: withDefault(list(text()), []),
  pod_spec: optional(podSpec),
  // Ours; clients pass it on.
  python: omitted(pythonPackages),
};

export const environmentFormat = object(environmentFields);
