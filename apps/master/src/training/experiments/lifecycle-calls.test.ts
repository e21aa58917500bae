import { ApiError } from '@determined/contract/errors.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  activateExperimentRoute,
  activateExperimentsRoute,
  archiveExperimentRoute,
  archiveExperimentsRoute,
  cancelExperimentRoute,
  cancelExperimentsRoute,
  continueExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
  killExperimentsRoute,
  moveExperimentRoute,
  moveExperimentsRoute,
  pauseExperimentRoute,
  pauseExperimentsRoute,
  putExperimentRetainLogsRoute,
  putExperimentsRetainLogsRoute,
  unarchiveExperimentRoute,
  unarchiveExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { TrialState } from '@determined/contract/training/training-messages-generated.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import lifecycle from '@determined/contract/training/vectors/lifecycle.json' with { type: 'json' };
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Case {
  given: string;
  call: string;
  before: string;
  status: number;
  error?: string;
  after: string;
  bulk_error?: string;
}
// The file's cases differ in shape; the compiler would give each its own type.
const cases = lifecycle.cases as Case[];

const projectId = 1;
const single = {
  activate: (id: number) => client().call(activateExperimentRoute, { id }),
  pause: (id: number) => client().call(pauseExperimentRoute, { id }),
  cancel: (id: number) => client().call(cancelExperimentRoute, { id }),
  kill: (id: number) => client().call(killExperimentRoute, { id }),
  archive: (id: number) => client().call(archiveExperimentRoute, { id }),
  unarchive: (id: number) => client().call(unarchiveExperimentRoute, { id }),
  move: (experimentId: number) => client().call(moveExperimentRoute, { experimentId, destinationProjectId }),
  retain_logs: (experimentId: number) => client().call(putExperimentRetainLogsRoute, { experimentId, numDays: 3 }),
  continue: (id: number) => client().call(continueExperimentRoute, { id }),
};
const bulk = {
  activate: (experimentIds: number[]) => client().call(activateExperimentsRoute, { projectId, experimentIds }),
  pause: (experimentIds: number[]) => client().call(pauseExperimentsRoute, { projectId, experimentIds }),
  cancel: (experimentIds: number[]) => client().call(cancelExperimentsRoute, { projectId, experimentIds }),
  kill: (experimentIds: number[]) => client().call(killExperimentsRoute, { projectId, experimentIds }),
  archive: (experimentIds: number[]) => client().call(archiveExperimentsRoute, { projectId, experimentIds }),
  unarchive: (experimentIds: number[]) => client().call(unarchiveExperimentsRoute, { projectId, experimentIds }),
  move: (experimentIds: number[]) =>
    client().call(moveExperimentsRoute, { projectId, experimentIds, destinationProjectId }),
  retain_logs: (experimentIds: number[]) =>
    client().call(putExperimentsRetainLogsRoute, { projectId, experimentIds, numDays: 3 }),
};
// There is no such call.
const inBulk = (call: Call): call is keyof typeof bulk => call in bulk;
type Call = keyof typeof single;
const isCall = (call: string): call is Call => call in single;

let cluster: DevCluster;
let destinationProjectId: number;
const client = () => cluster.admin.client;
beforeAll(async () => {
  cluster = await startDevCluster();
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'elsewhere' });
  const { project } = await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'there' });
  destinationProjectId = project?.id ?? 0;
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
const continuesWhatIsRefused = ({ call, given, status }: Case) =>
  call === 'continue' && status === 200 && (given.startsWith('U-') || given.endsWith('+archived'));
const played = cases.filter(
  (each) => isCall(each.call) && each.given !== 'U-CANCELED' && !continuesWhatIsRefused(each),
);

test('what is not played has tests of its own, or is refused by us on purpose', () => {
  const left = cases.filter((each) => !played.includes(each));
  const others = left.filter(({ given, call }) => given !== 'U-CANCELED' && call !== 'delete');
  expect(others.map(({ given, call }) => `${given}: ${call}`)).toEqual([
    'CANCELED+archived: continue',
    'U-COMPLETED: continue',
    'U-ERROR: continue',
  ]);
  expect(played).toHaveLength(78);
});

test.each(played.map((each) => [each.given, each.call, each] as const))(
  '[API-066, API-067, API-068, API-070, API-071, API-072] as recorded: %s, %s',
  async (given, call, recorded) => {
    if (!isCall(call)) return expect.unreachable();
    const id = await make(given);
    expect(await stateOf(id)).toBe(recorded.before);
    const refused = await single[call](id).then(
      () => undefined,
      (error: unknown) => error,
    );
    const status = refused instanceof ApiError ? refused.status : 200;
    // A refusal is no fault of the server.
    expect(status).toBe(recorded.status === 500 ? 400 : recorded.status);
    if (refused instanceof ApiError) {
      expect(refused.message).toBe(recorded.error?.replace('<id>', String(id)));
    }
    expect(await stateOf(id)).toBe(recorded.after);
    if (recorded.bulk_error === undefined || !inBulk(call)) return;

    const other = await make(given);
    const { results } = await bulk[call]([other]);
    expect(results).toEqual([{ id: other, error: recorded.bulk_error.replace('<id>', String(other)) }]);
  },
);

test('an unmanaged experiment whose only trial was canceled has ended', async () => {
  const id = await make('U-CANCELED');
  expect(await stateOf(id)).toBe('STATE_CANCELED');
  await cluster.admin.client.call(archiveExperimentRoute, { id });
});

test('in bulk calls the project -1 is every project', async () => {
  const config =
    'name: everywhere\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\nresources: {slots_per_trial: 0}\n';
  const make = async (projectId: number) =>
    (await client().call(createExperimentRoute, { config, projectId })).experiment?.id ?? 0;
  const experimentIds = [await make(projectId), await make(destinationProjectId)];
  const done = experimentIds.map((id) => ({ id, error: '' }));
  const named = { projectId: -1, experimentIds };
  expect((await client().call(killExperimentsRoute, named)).results).toEqual(done);
  expect((await client().call(archiveExperimentsRoute, named)).results).toEqual(done);
  const filters = { name: 'everywhere', archived: true, states: ['STATE_CANCELED' as const] };
  expect((await client().call(unarchiveExperimentsRoute, { projectId: -1, filters })).results).toEqual(done);
  // Any other project is itself.
  const [own] = done;
  const found = await client().call(archiveExperimentsRoute, { projectId, filters: { ...filters, archived: false } });
  expect(found.results).toEqual([own]);
});
