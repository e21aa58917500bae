import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DetClient } from '../support/det-client.ts';
import { saveCheckpoint, savingTrial } from '../support/saved-checkpoints.ts';

// Every `det model …` in each of its forms.

let cluster: DevCluster;
let det: DetClient;
beforeAll(async () => {
  cluster = await startDevCluster();
  det = new DetClient(cluster.address);
});
afterAll(() => cluster.stop());

test('models are made, listed, described, given versions, moved and deleted', async () => {
  const { workspace } = await cluster.admin.client.call(postWorkspaceRoute, { name: 'Speech' });
  const trial = await savingTrial(cluster, workspace?.id ?? 0);
  const [first, second] = [await saveCheckpoint(cluster, trial, 10), await saveCheckpoint(cluster, trial, 20)];
  const cases: (readonly [command: string, prints: RegExp])[] = [
    ['create digits --description handwritten', /digits\s+\| handwritten/],
    ['create words -w Speech --json', /"name": "words"/],
    [`register-version digits ${first}`, new RegExp(`\\b1 \\|.*${first}`)],
    [`register-version digits ${second} --json`, new RegExp(`"uuid": "${second}"[\\s\\S]*"version": 2`)],
    ['list --sort-by name --order-by desc --json', /"words"[\s\S]*"digits"/],
    ['list --workspace-names Speech', /^(?![\s\S]*digits)[\s\S]*words/],
    ['', /digits/],
    ['describe digits', new RegExp(`handwritten[\\s\\S]*\\b2 \\|.*${second}`)],
    ['describe digits --version 1', new RegExp(`handwritten[\\s\\S]*\\b1 \\|.*${first}`)],
    ['describe digits --json', /"description": "handwritten"/],
    ['list-versions digits', new RegExp(`${second}[\\s\\S]*${first}`)],
    ['list-versions digits --json', new RegExp(`"modelVersions"[\\s\\S]*${second}`)],
    ['move digits -w Speech', /^$/],
    ['list -w Speech --sort-by name --json', /"digits"[\s\S]*"words"/],
    ['delete words', /^$/],
    ['list --json', /^(?![\s\S]*"words")[\s\S]*"digits"/],
  ];
  const finished = await det.runAll(cases.map(([command]) => ['model', ...command.split(' ').filter(Boolean)]));
  const wrong = finished.flatMap(({ code, stdout, stderr }, at) => {
    const [command, prints] = cases[at] ?? [];
    return code === 0 && prints?.test(stdout) ? [] : [{ command, code, stdout, stderr }];
  });
  expect(wrong).toEqual([]);
});

test('what cannot be done is said in words', async () => {
  await det.det('model', 'create', 'taken');
  const unknown = '00000000-0000-4000-8000-000000000000';
  const commands = ['create taken', `register-version taken ${unknown}`, 'describe none', 'move taken -w Nowhere'];
  const finished = await det.runAll(commands.map((command) => ['model', ...command.split(' ')]));
  for (const { code, stdout, stderr } of finished) {
    expect([code, stdout + stderr]).toEqual([1, expect.not.stringContaining('Traceback')]);
  }
});
