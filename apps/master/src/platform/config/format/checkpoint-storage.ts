import { posix } from 'node:path';
import { isAbsent, type Json, type JsonObject } from './json.ts';
import { integer, type Place, text } from './node.ts';
import { eventually, type Fields, type ObjectRules, omitted, optional, withDefault } from './object.ts';
import { type FilledUnion, union } from './union.ts';

const key = 'type';
const message = `is not an object where object["type"] is one of 'shared_fs', 'directory', 's3', 'gcs', or 'azure'`;

const prefix = optional(text((value) => (value.split('/').includes('..') ? 'prefix cannot contain /../' : undefined)));

const members = {
  shared_fs: {
    host_path: eventually(text()),
    storage_path: optional(text()),
    propagation: withDefault(text(), 'rprivate'),
    container_path: omitted(text()),
    checkpoint_path: omitted(text()),
    tensorboard_path: omitted(text()),
  },
  directory: { container_path: eventually(text()) },
  s3: {
    bucket: eventually(text()),
    access_key: optional(text()),
    secret_key: optional(text()),
    endpoint_url: optional(text()),
    prefix,
  },
  gcs: { bucket: eventually(text()), prefix },
  azure: {
    container: eventually(text()),
    connection_string: omitted(text()),
    account_url: omitted(text()),
    credential: omitted(text()),
  },
};

const azureAccess = ['connection_string', 'account_url', 'credential'];

const rules: { shared_fs: ObjectRules; azure: ObjectRules } = {
  shared_fs: { check: storagePathInside },
  azure: {
    check(value, place) {
      if (isAbsent(value.credential) || isAbsent(value.connection_string)) return;
      place.report('credential and connection_string must not both be set');
    },
    complete(value, place) {
      if (isAbsent(value.connection_string) !== isAbsent(value.account_url)) return;
      place.report('Exactly one of connection_string or account_url must be set');
    },
    // The ways in belong together: a layer that names one replaces all of a weaker layer.
    merged(merged, over) {
      if (azureAccess.every((name) => isAbsent(over[name]))) return merged;
      return Object.fromEntries(
        Object.entries(merged).filter(([name]) => !azureAccess.includes(name) || !isAbsent(over[name])),
      );
    },
  },
};

const retention = {
  save_experiment_best: withDefault(integer({ min: 0 }), 0),
  save_trial_best: withDefault(integer({ min: 0 }), 1),
  save_trial_latest: withDefault(integer({ min: 0 }), 1),
};

/** Where checkpoints are kept, and how many. Set for the cluster, a workspace or one experiment. */
export const checkpointStorageFormat = union({ key, message, common: retention, members, rules });
export type CheckpointStorage = FilledUnion<typeof key, typeof retention, typeof members>;

/** A place alone, without how many to keep. */
export const storagePlaceFormat = union({ key, message, common: {}, members, rules });

/** A storage as replies show it: what it does not say is null. */
export function withAbsentFields(storage: JsonObject): JsonObject {
  const fields = Object.entries(members).find(([type]) => type === storage.type)?.[1] ?? {};
  const absent = Object.entries<Fields[string]>({ ...retention, ...fields }).filter(
    ([name, { presence }]) => presence !== 'omitted' && !(name in storage),
  );
  return { ...storage, ...Object.fromEntries(absent.map(([name]) => [name, null])) };
}

function storagePathInside(value: JsonObject, place: Place): void {
  const { host_path: host, storage_path: storage } = value;
  if (typeof storage !== 'string' || typeof host !== 'string') return;
  const root = posix.normalize(`${host}/`);
  const target = posix.normalize(`${posix.isAbsolute(storage) ? storage : `${host}/${storage}`}/`);
  if (target.startsWith(root)) return;
  place.report('storage_path must either be a relative directory or a subdirectory of host_path');
}

const secretFields = ['access_key', 'secret_key', 'connection_string', 'credential'];
const addressFields = ['endpoint_url', 'account_url'];
export const masked = '********';

/** The storage as everybody may see it: keys, passwords and tokens in addresses replaced by asterisks. */
export function redactStorage<S extends object>(storage: S): S {
  const shown = Object.entries(storage).map(([name, value]: [string, Json]) => {
    if (typeof value !== 'string') return [name, value];
    if (secretFields.includes(name)) return [name, masked];
    return [name, addressFields.includes(name) ? redactAddress(value) : value];
  });
  return Object.fromEntries(shown);
}

/** What was shown masked and is sent back so is what is stored, in a storage of the same type. */
export function unmaskStorage(asked: JsonObject, stored: JsonObject | null): JsonObject {
  if (stored === null || stored.type !== asked.type) return asked;
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [name, value === masked ? (stored[name] ?? value) : value]),
  );
}

// User information and query strings of an address hold passwords and shared access signatures.
function redactAddress(address: string): string {
  return address.replace(/^([^/?#]*\/\/)[^/?#]*@/, `$1${masked}@`).replace(/\?[^#]+/, `?${masked}`);
}
