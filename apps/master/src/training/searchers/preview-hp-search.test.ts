import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import vectors from './vectors/search-preview.json' with { type: 'json' };

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

interface Case {
  id: string;
  request: object;
  status: number;
  summary?: { config: object; trials: object[] };
  error?: { code: number; reason: string; error: string };
}
// Cast: recorded data; each case has a shape of its own.
const cases = vectors.cases as unknown as Case[];

const sane = 'invalid experiment configuration: version 0 experiment config is invalid: config is invalid: <config>';
/** Where ours answers otherwise: a refusal of the sender's mistake (decision 31), in these words where not the recorded ones. */
const excepted: Record<string, string | undefined> = {
  max_time_0: `${sane}.searcher.max_time: must be >= 1 but found 0`,
  max_time_neg: `${sane}.searcher.max_time: must be >= 1 but found -5`,
  br0: `${sane}.searcher.bracket_rungs[0]: must be >= 1 but found 0`,
  brneg: `${sane}.searcher.bracket_rungs[0]: must be >= 1 but found -1`,
  custom: undefined,
  halving: undefined,
  notime: undefined,
  legacymax: undefined,
};

async function preview(request: object) {
  const { token } = cluster.admin;
  const reply = await cluster.fetch('/api/v1/preview-hp-search', {
    method: 'POST',
    token,
    body: JSON.stringify(request),
  });
  return { status: reply.status, json: await reply.json() };
}

test.each(cases.filter(({ id }) => !(id in excepted)))(
  '[API-062] as recorded: $id',
  async ({ request, status, summary, error }) => {
    expect(await preview(request)).toEqual({ status, json: summary ? { summary } : { error } });
  },
);

test.each(Object.entries(excepted))('the sender’s to mend: %s', async (id, words) => {
  const { request, error } = cases.find((each) => each.id === id) as Case;
  const refusal = { code: 3, reason: 'InvalidArgument', error: words ?? error?.error };
  expect(await preview(request)).toEqual({ status: 400, json: { error: refusal } });
});

test('all that was recorded is among them', () => {
  expect(cases).toHaveLength(31);
  const others = Object.keys(excepted).length;
  console.log(`search previews: ${cases.length - others} equal + ${others} excepted`);
});

test('what would cost without limit is refused, naming the field', async () => {
  const searcher = { name: 'adaptive_asha', metric: 'l', time_metric: 'b', max_trials: 1e9, max_time: 1e9 };
  const { status, json } = await preview({
    config: { searcher: { ...searcher, bracket_rungs: [1e9] }, hyperparameters: {} },
  });
  expect(status).toBe(400);
  expect(json).toMatchObject({ error: { error: expect.stringContaining('searcher.bracket_rungs') } });
});
