import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { LocalLauncher } from '#local/local-launcher.ts';
import { processIdentity } from '#local/processes.ts';
import { findPython } from '#python/find-python.ts';
import { fixedPython } from '#python/task-python.ts';
import { commandTask, type LauncherWorld, launcherConformance, Watcher } from './launcher-conformance.ts';
import { LogMaster } from './log-master.ts';
import { PaperEngine } from './paper-engine.ts';

const python = await findPython(process.env.PATH);
if ('reason' in python) throw new Error(python.reason);
const { executable } = python;

/** An engine of two nodes with two slots each, whose tasks are processes. */
async function makeWorld(): Promise<LauncherWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'det-engine-'));
  await chmod(dataDir, 0o711);
  const master = new LogMaster();
  await master.start();
  const nodes = ['n1', 'n2'].map((nodeId) => {
    const slots = [0, 1].map((id) => ({ id, type: 'cpu' as const, brand: 'test', uuid: `${nodeId}-${id}` }));
    return new LocalLauncher({ dataDir: join(dataDir, nodeId), python: fixedPython(executable), slots, nodeId });
  });
  const engine = new PaperEngine(nodes);
  return {
    master,
    nodeId: null,
    open: async () => engine.connect(),
    lives: async (pid) => (await processIdentity(pid)) !== null,
    signal: async (pid, name) => void process.kill(pid, name),
    clear: async () => {
      for (const node of nodes) {
        for (const { id } of await node.list()) await node.kill(id);
        await node.close();
      }
      await master.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

launcherConformance('of an engine that places work itself', makeWorld);

test('an engine says why work waits, and where it is by rank', async () => {
  const world = await makeWorld();
  const launcher = await world.open();
  const watcher = new Watcher(launcher);
  const wants = { slots: 3, pool: 'default', priority: 42, singleNode: false };
  const first = commandTask(world, 'sleep 60', { wants });
  const second = commandTask(world, 'sleep 60', { wants });
  await launcher.start(first);
  await launcher.start(second);
  expect(watcher.events).toMatchObject([
    { kind: 'starting', id: first.id },
    {
      kind: 'running',
      places: [
        { nodeId: 'n1', slotIds: [0, 1] },
        { nodeId: 'n2', slotIds: [0] },
      ],
    },
    { kind: 'waiting', id: second.id, reason: 'Resources' },
  ]);
  await launcher.kill(first.id);
  expect(await watcher.exit(first.id)).toMatchObject({ cause: 'killed' });
  await vi.waitFor(
    async () => expect((await launcher.list()).find(({ id }) => id === second.id)?.state).toBe('running'),
    { timeout: 20_000 },
  );
  await launcher.kill(second.id);
  await world.clear();
});
