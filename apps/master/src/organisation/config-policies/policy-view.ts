import type { FreeObject } from '@determined/contract/wire/message.ts';
import { redactStorage, unmaskStorage } from '#platform/config/format/checkpoint-storage.ts';
import { isObject, type JsonObject } from '#platform/config/format/json.ts';
import { asObject } from '#platform/config/format/node.ts';
import { redactLogins, unmasked } from '#platform/config/format/secrets.ts';
import type { ConfigPolicies } from './shared/config-policies.ts';

/** Policies as whoever may see them reads them: without secrets of storages and logins. */
export function policiesView(policies: ConfigPolicies): FreeObject {
  return { ...changed(policies, redactStorage, redactLogins) };
}

/** A secret sent back as it was shown, masked, is the one there is. */
export function unmaskPolicies(asked: ConfigPolicies, stored: ConfigPolicies): ConfigPolicies {
  const known = asObject(stored.invariant_config ?? null);
  const storage = known.checkpoint_storage;
  return changed(
    asked,
    (sent) => unmaskStorage(sent, isObject(storage) ? storage : null),
    (sent) => asObject(unmasked(sent, redactLogins(known), known)),
  );
}

function changed(
  policies: ConfigPolicies,
  changeStorage: (storage: JsonObject) => JsonObject,
  changeEnvironment: (invariant: JsonObject) => JsonObject,
): ConfigPolicies {
  const { invariant_config: invariant } = policies;
  if (!isObject(invariant ?? null)) return policies;
  const own = changeEnvironment(asObject(invariant ?? null));
  const storage = own.checkpoint_storage;
  const invariant_config = isObject(storage) ? { ...own, checkpoint_storage: changeStorage(storage) } : own;
  return { ...policies, invariant_config };
}
