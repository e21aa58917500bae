import { isObject, type Json } from './json.ts';
import { boolean, integer, keyedList, type Node, node, number, Place, text } from './node.ts';
import { dropped, object, optional, required, withDefault } from './object.ts';

export interface Device {
  host_path: string;
  container_path: string;
  mode: string;
}

const device: Node<Device> = object({
  host_path: required(text()),
  container_path: required(text()),
  mode: withDefault(text(), 'mrw'),
});

const deviceShorthand = /^([^:]+):([^:]+)(?::([rwm]+))?$/;

/** `/host:/container[:rwm]` as the container engines write it, or an object. */
const deviceOrText: Node<Device> = {
  ...device,
  types: [],
  filled: undefined,
  check(value, place) {
    const ok = typeof value === 'string' ? deviceShorthand.test(value) : isObject(value) && passes(device, value);
    if (!ok) {
      place.report('is neither a list of --device strings nor a map containing host_path, container_path, and mode');
    }
  },
  read(value) {
    if (typeof value !== 'string') return value;
    const [, host = '', container = '', mode] = deviceShorthand.exec(value) ?? [];
    return { host_path: host, container_path: container, ...(mode === undefined ? {} : { mode }) };
  },
};

function passes(kind: Node<unknown>, value: Json): boolean {
  const place = new Place();
  kind.check(value, place);
  return place.issues.length === 0;
}

export const devicesFormat = keyedList(deviceOrText, (each) => String(each.container_path));

const size = /^([0-9]*[.])?[0-9]+ ?(([kmgtpKMGTP]([iI]?[bB])?)|[bB])?$/;

/** Bytes, or a text such as `1.5 gb` (units are powers of 1024, as container engines count). */
export const memorySize: Node<number> = node(['integer', 'string'], {
  check(value, place) {
    if (typeof value === 'string' && !size.test(value)) place.report('must be a valid memory size');
  },
  read(value) {
    if (typeof value !== 'string') return value;
    const unit = value.toLowerCase().match(/[kmgtp]/)?.[0];
    const power = unit === undefined ? 0 : 'kmgtp'.indexOf(unit) + 1;
    return Math.floor(Number.parseFloat(value) * 1024 ** power);
  },
});

const resourcesFields = {
  slots_per_trial: withDefault(integer({ min: 0 }), 1),
  max_slots: optional(integer()),
  weight: withDefault(number({ above: 0 }), 1),
  priority: optional(integer({ min: 1, max: 99 })),
  resource_pool: withDefault(text(), ''),
  native_parallel: withDefault(boolean, false),
  shm_size: optional(memorySize),
  devices: withDefault(devicesFormat, []),
  is_single_node: optional(boolean),
  agent_label: dropped(text()),
  slots: dropped(integer()),
};

/** What an experiment asks of the cluster. `slots` belongs to other tasks; the reader of experiments refuses it by name. */
export const resourcesFormat = object(resourcesFields);

const bindMount = object({
  host_path: required(text((value) => (value.startsWith('/') ? undefined : 'host_path must be an absolute path'))),
  container_path: required(text((value) => (value === '.' ? 'container_path must not be "."' : undefined))),
  read_only: withDefault(boolean, false),
  propagation: withDefault(text(), 'rprivate'),
});

export const bindMountsFormat = keyedList(bindMount, (each) => String(each.container_path));
