import type { FreeObject } from '@determined/contract/wire/message.ts';
import { redactStorage, unmaskStorage } from '#platform/config/format/checkpoint-storage.ts';
import { isObject, type JsonObject } from '#platform/config/format/json.ts';
import type { ConfigPolicies } from './shared/config-policies.ts';

/** Policies as whoever may see them reads them: without the secrets of a storage. */
export function policiesView(policies: ConfigPolicies): FreeObject {
  return { ...withStorage(policies, redactStorage) };
}

/** A secret sent back as it was shown, masked, is the one there is. */
export function unmaskPolicies(asked: ConfigPolicies, stored: ConfigPolicies): ConfigPolicies {
  const known = stored.invariant_config?.checkpoint_storage;
  return withStorage(asked, (storage) => unmaskStorage(storage, isObject(known) ? known : null));
}

function withStorage(policies: ConfigPolicies, change: (storage: JsonObject) => JsonObject): ConfigPolicies {
  const { invariant_config: invariant } = policies;
  const storage = invariant?.checkpoint_storage;
  if (!isObject(storage)) return policies;
  return { ...policies, invariant_config: { ...invariant, checkpoint_storage: change(storage) } };
}
