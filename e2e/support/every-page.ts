import {
  executeReceiptRoute,
  followReceiptRoute,
  getReceiptRoute,
  previewReceiptRoute,
} from '@determined/contract/training/receipt-ext-routes.ts';
import { postViewLinkRoute } from '@determined/contract/training/view-ext-routes.ts';
import type { DevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';

export interface PageOfConsole {
  /** Below the console's base, in the seeded scenario. */
  path: string;
  /** Its heading. */
  shows?: string;
  /** Without the shell around it. */
  outside?: true;
  /** Its address leads on to another page. */
  leadsOn?: true;
}

/** Every page of the console that has an address beforehand, with its tabs: a new one joins with a line. */
export const everyPage: readonly PageOfConsole[] = [
  { path: '/dashboard', shows: 'Home' },
  { path: '/workspaces', shows: 'Workspaces' },
  { path: '/workspaces/2', shows: 'Vision' },
  { path: '/workspaces/2/members', shows: 'Vision' },
  { path: '/workspaces/2/templates', shows: 'Vision' },
  { path: '/templates', shows: 'Manage Templates' },
  { path: '/workspaces/2/models', shows: 'Vision' },
  { path: '/models?archived=true', shows: 'Model Registry' },
  { path: '/models/digits', shows: 'digits' },
  { path: '/models/digits/versions/1', shows: 'baseline' },
  { path: '/models/digits/versions/1/notes', shows: 'baseline' },
  { path: '/models/digits-2025', shows: 'digits-2025' },
  { path: '/projects/1/experiments', shows: 'Uncategorized Experiments' },
  { path: '/projects/2/experiments', shows: 'Digits' },
  { path: '/projects/2/notes', shows: 'Digits' },
  { path: '/experiment-compare?id=1&id=2', shows: 'Compare 2 experiments' },
  { path: '/experiment-compare?id=1&id=2&tab=hyperparameters', shows: 'Compare 2 experiments' },
  { path: '/experiment-compare?id=1&id=2&tab=details', shows: 'Compare 2 experiments' },
  { path: '/experiments/1', shows: 'digits baseline' },
  { path: '/experiments/2', shows: 'digits random search' },
  { path: '/experiments/2/trials', shows: 'digits random search' },
  { path: '/experiments/2/trials?trials=failures', shows: 'digits random search' },
  { path: '/experiments/3', shows: 'digits, wrong data' },
  { path: '/experiments/2/visualization/learning-curve', shows: 'digits random search' },
  { path: '/experiments/2/visualization/hp-parallel-coordinates', shows: 'digits random search' },
  { path: '/experiments/2/visualization/hp-scatter-plots', shows: 'digits random search' },
  { path: '/experiments/2/visualization/hp-heat-map', shows: 'digits random search' },
  { path: '/experiments/1/code?config=effective', shows: 'digits baseline' },
  { path: '/experiments/1/notes', shows: 'digits baseline' },
  { path: '/experiments/2/code?file=train.py', shows: 'digits random search' },
  { path: '/experiments/2/trials/2/overview', shows: 'Trial 2' },
  { path: '/experiments/2/trials/2/metrics', shows: 'Trial 2' },
  { path: '/experiments/2/trials/2/hyperparameters', shows: 'Trial 2' },
  { path: '/experiments/2/trials/2/checkpoints?f_flat_runs=on', shows: 'Run 2' },
  { path: '/experiments/2/trials/2/code?f_flat_runs=on', shows: 'Run 2' },
  { path: '/projects/2/runs?f_flat_runs=on', shows: 'Digits' },
  { path: '/projects/2/searches?f_flat_runs=on', shows: 'Digits' },
  { path: '/searches/2/runs?f_flat_runs=on', shows: 'digits random search' },
  { path: '/searches/2/code?f_flat_runs=on', shows: 'digits random search' },
  { path: '/searches/2/notes?f_flat_runs=on', shows: 'digits random search' },
  { path: '/experiments/2/trials/2/profiler', shows: 'Trial 2' },
  { path: '/experiments/2/trials/2/logs', shows: 'Trial 2' },
  { path: '/experiments/2/trials/2/logs?versus=1', shows: 'Trial 2' },
  { path: '/receipts', shows: 'Receipts' },
  { path: '/experiments/2/trials/2/logs?q=loss&all=true#L3-5', shows: 'Trial 2' },
  { path: '/admin/user-management', shows: 'Admin Settings' },
  { path: '/admin/group-management', shows: 'Admin Settings' },
  { path: '/workspaces/2/config-policies' },
  { path: '/admin/config-policies', shows: 'Admin Settings' },
  { path: '/admin/audit-log', shows: 'Admin Settings' },
  { path: '/clusters/logs', shows: 'Cluster' },
  { path: '/workspaces/4711', shows: 'Page not found' },
  { path: '/v/nobody-made-it', shows: 'Page not found' },
  { path: '/docs', outside: true },
  { path: '/login?hard_logout=true', outside: true },
];

/** The pages whose addresses somebody has to make first: a link to a view; a receipt, and one that was taken back; the master's log with lines in it. */
export async function pagesMadeIn({ admin: { client }, master: { log } }: DevCluster): Promise<PageOfConsole[]> {
  for (const words of ['a machine is slow', 'a machine is away', 'a machine is back']) log.warn(words);
  const { key } = await client.call(postViewLinkRoute, {
    params: { projectId: 2 },
    body: { table: 'experiments', state: { columns: 'id,name,state', sort: 'id=asc' } },
  });
  const { key: compared } = await client.call(postViewLinkRoute, {
    params: { projectId: 2 },
    body: { table: 'comparison', state: { id: [1, 2], look: { groupedBy: 'seed' } } },
  });
  const ended = async (receiptId: string) => {
    const params = { receiptId };
    await client.call(executeReceiptRoute, { params });
    await eventually('the receipt to end', async () => {
      const { state } = await client.call(getReceiptRoute, { params });
      return state === 'done';
    });
    return receiptId;
  };
  const { id } = await client.call(previewReceiptRoute, {
    body: { kind: 'experiment', act: 'archive', given: {}, projectId: 2, selection: { ids: [1, 2, 5] } },
  });
  const done = await ended(id);
  const undoing = await client.call(followReceiptRoute, { params: { receiptId: done }, body: { by: 'undo' } });
  await ended(undoing.id);
  return [
    { path: `/v/${key}`, shows: 'Digits', leadsOn: true },
    { path: `/v/${compared}`, shows: 'Compare 2 experiments', leadsOn: true },
    { path: `/receipts/${done}`, shows: 'Archive, 3 experiments' },
    { path: `/receipts/${undoing.id}` },
    { path: '/clusters/logs?q=machine&level=WARNING,ERROR&all=true#L1-2', shows: 'Cluster' },
  ];
}
