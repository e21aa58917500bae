import { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import { getWebhooksRoute } from '@determined/contract/outbound/webhooks-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { expect, test } from 'vitest';
import { readMeta } from './call.ts';
import { freshMs } from './query-client.ts';

const meta = readMeta(getExperimentRoute, { experimentId: 1 });
const cameAt = (dataUpdatedAt: number) => ({ meta, state: { dataUpdatedAt } });

test('what came while hints arrive does for the next page; what came before, or without them, hardly', () => {
  expect(freshMs(cameAt(2_000), undefined)).toBe(2_000);
  expect(freshMs(cameAt(2_000), 1_000)).toBe(60_000);
  expect(freshMs(cameAt(500), 1_000)).toBe(2_000);
});

test('of what no hint tells, the next page asks: in part as well', () => {
  const named = [
    readMeta(getWebhooksRoute, {}),
    readMeta(getAuditEntriesRoute, { query: { limit: 20 } }),
    readMeta(getExperimentRoute, {}, []),
  ];
  for (const meta of named) expect(freshMs({ meta, state: { dataUpdatedAt: 2_000 } }, 1_000)).toBe(2_000);
  expect(freshMs({ meta: undefined, state: { dataUpdatedAt: 2_000 } }, 1_000)).toBe(2_000);
  expect(freshMs({ meta: { ownSignIn: true }, state: { dataUpdatedAt: 2_000 } }, 1_000)).toBe(2_000);
});
