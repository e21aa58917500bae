import { readFileSync } from 'node:fs';
import { ApiError } from '@determined/contract/errors.ts';
import {
  activateExperimentRoute,
  activateExperimentsRoute,
  archiveExperimentRoute,
  archiveExperimentsRoute,
  cancelExperimentRoute,
  cancelExperimentsRoute,
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
  killExperimentsRoute,
  pauseExperimentRoute,
  pauseExperimentsRoute,
  unarchiveExperimentRoute,
  unarchiveExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { TrialState } from '@determined/contract/training/training-messages-generated.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Case {
  given: string;
  call: string;
  before: string;
  status: number;
  error?: string;
  after: string;
  bulk_error: string;
}
const { cases }: { cases: Case[] } = JSON.parse(
  readFileSync(new URL('./vectors/lifecycle.json', import.meta.url), 'utf8'),
);

const single = {
  activate: activateExperimentRoute,
  pause: pauseExperimentRoute,
  cancel: cancelExperimentRoute,
  kill: killExperimentRoute,
  archive: archiveExperimentRoute,
  unarchive: unarchiveExperimentRoute,
};
const bulk = {
  activate: activateExperimentsRoute,
  pause: pauseExperimentsRoute,
  cancel: cancelExperimentsRoute,
  kill: killExperimentsRoute,
  archive: archiveExperimentsRoute,
  unarchive: unarchiveExperimentsRoute,
};
type Call = keyof typeof single;
const isCall = (call: string): call is Call => call in single;

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

/** A new experiment in the state that the case begins with. */
async function make(given: string): Promise<number> {
  const { client } = cluster.admin;
  const unmanaged = given.startsWith('U-');
  const config =
    'name: life\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}\nhyperparameters: {}';
  const activate = given === 'ACTIVE';
  const { experiment } = await client.call(createExperimentRoute, { config, unmanaged, activate });
  const id = experiment?.id ?? 0;
  if (given.startsWith('CANCELED')) await client.call(killExperimentRoute, { id });
  if (given.endsWith('+archived')) await client.call(archiveExperimentRoute, { id });
  if (unmanaged && given !== 'U-none') {
    const { trial } = await client.call(createTrialRoute, { experimentId: id, unmanaged: true });
    const state = `STATE_${given.slice(2)}` as TrialState;
    await client.call(patchTrialRoute, { trialId: trial?.id ?? 0, state });
  }
  return id;
}

const stateOf = async (experimentId: number) =>
  (await cluster.admin.client.call(getExperimentRoute, { experimentId })).experiment?.state;

// Whose only trial was canceled is CANCELED with us, and has its own test below.
const played = cases.filter(({ call, given }) => isCall(call) && given !== 'U-CANCELED');

test.each(played.map((each) => [each.given, each.call, each] as const))(
  '[API-066, API-067, API-068, API-070, API-071, API-072] as recorded: %s, %s',
  async (given, call, recorded) => {
    if (!isCall(call)) return expect.unreachable();
    const { client } = cluster.admin;
    const id = await make(given);
    expect(await stateOf(id)).toBe(recorded.before);
    const refused = await client.call(single[call], { id }).then(
      () => undefined,
      (error: unknown) => error,
    );
    const status = refused instanceof ApiError ? refused.status : 200;
    expect(status).toBe(recorded.status);
    if (refused instanceof ApiError) {
      expect(refused.message).toBe(recorded.error?.replace('<id>', String(id)));
    }
    expect(await stateOf(id)).toBe(recorded.after);

    const other = await make(given);
    const { results } = await client.call(bulk[call], { projectId: 1, experimentIds: [other] });
    expect(results).toEqual([{ id: other, error: recorded.bulk_error.replace('<id>', String(other)) }]);
  },
);

test('an unmanaged experiment whose only trial was canceled has ended', async () => {
  const id = await make('U-CANCELED');
  expect(await stateOf(id)).toBe('STATE_CANCELED');
  await cluster.admin.client.call(archiveExperimentRoute, { id });
});
