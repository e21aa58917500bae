import { defineHook } from '#platform/hook.ts';
import type { Doer } from '../../audit/shared/record-audit.ts';

/** Somebody signs in by a provider, which says what groups he is in. */
export const remoteGroupsTold = defineHook<{ userId: number; groups: readonly string[]; by: Doer }>(
  'remote-groups-told',
);
