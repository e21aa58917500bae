import { invalidArgument } from '@determined/contract/errors.ts';
import { isAbsent, type Json, type JsonObject } from '#platform/config/format/json.ts';
import { asObject, checkTyped, integer, issueLines, node, Place } from '#platform/config/format/node.ts';
import { object, omitted } from '#platform/config/format/object.ts';
import { YamlError } from '#platform/config/read-yaml.ts';
import { readYamlFairly } from '#platform/threads/read-yaml-fairly.ts';
import type { ConfigPolicies, WorkloadType } from './shared/config-policies.ts';

const policiesFormat = object({
  // Whose configuration it is a part of looks into it.
  invariant_config: omitted(node<JsonObject>(['object'])),
  constraints: omitted(
    object({
      priority_limit: omitted(integer({ min: 1, max: 99 })),
      resources: omitted(object({ max_slots: omitted(integer({ min: 0 })) })),
    }),
  ),
});

export function workloadTypeOf(text: string): WorkloadType {
  if (text === 'EXPERIMENT' || text === 'NTSC') return text;
  throw invalidArgument(`invalid workload type: ${text}`);
}

export const invalidPolicy = (type: WorkloadType, message: string) =>
  invalidArgument(`invalid ${type === 'EXPERIMENT' ? 'experiment' : 'ntsc'} config policy: ${message}`);

/** YAML or JSON → policies without what is null. @param by whose text it is. */
export async function readPoliciesText(text: string, type: WorkloadType, by: string): Promise<ConfigPolicies> {
  const json = await readYamlFairly(by, text).catch((error) => {
    if (!(error instanceof YamlError)) throw error;
    throw invalidPolicy(type, `error converting YAML to JSON: ${error.message}`);
  });
  if (json === null) throw invalidArgument('no specified config policies');
  const place = new Place('configPolicies');
  checkTyped(policiesFormat, json, place, false);
  if (place.issues.length > 0) throw invalidPolicy(type, issueLines(place.issues));
  const { invariant_config: invariant, constraints } = asObject(json);
  if (type === 'NTSC' && !isAbsent(invariant)) {
    throw invalidArgument(
      'rpc error: code = InvalidArgument desc = not supported: invariant config policies for tasks is not yet supported, please remove "invariant_config" section and try again.',
    );
  }
  return {
    ...(isAbsent(invariant) ? {} : { invariant_config: asObject(invariant) }),
    // `policiesFormat` has just seen that these are what is said.
    ...(isAbsent(constraints) ? {} : { constraints: withoutNulls(constraints) as ConfigPolicies['constraints'] }),
  };
}

function withoutNulls(value: Json): JsonObject {
  const kept = Object.entries(asObject(value)).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, typeof inner === 'object' ? withoutNulls(inner) : inner]));
}
