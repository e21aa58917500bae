import { spawn } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commandTask, type LauncherWorld, launcherConformance, Watcher } from '#conformance/launcher-conformance.ts';
import { LogMaster } from '#conformance/log-master.ts';
import { findPython } from '#python/find-python.ts';
import { fixedPython } from '#python/task-python.ts';
import { LocalLauncher } from './local-launcher.ts';
import { processIdentity } from './processes.ts';

const python = await findPython(process.env.PATH);
if ('reason' in python) throw new Error(python.reason);
const interpreter = python.executable;

const patience = { timeout: 30_000, interval: 25 };

const slots = [0, 1].map((id) => ({ id, type: 'cpu' as const, brand: 'test', uuid: `cpu-${id}` }));

interface LocalWorld extends LauncherWorld {
  dataDir: string;
  open(): Promise<LocalLauncher>;
}

async function makeWorld(): Promise<LocalWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'det-launcher-'));
  await chmod(dataDir, 0o711);
  const master = new LogMaster();
  await master.start();
  const open = async () => new LocalLauncher({ dataDir, python: fixedPython(interpreter), slots, nodeId: 'node' });
  return {
    dataDir,
    master,
    nodeId: 'node',
    open,
    lives: async (pid) => (await processIdentity(pid)) !== null,
    signal: async (pid, name) => void process.kill(pid, name),
    clear: async () => {
      const launcher = await open();
      await Promise.all((await launcher.list()).map((task) => launcher.kill(task.id)));
      for (const task of await launcher.list()) await launcher.acknowledge(task.id);
      await launcher.close();
      await master.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

launcherConformance('local', makeWorld);

describe('local launcher', { timeout: 90_000 }, () => {
  let world: LocalWorld;
  let launcher: LocalLauncher;
  let watcher: Watcher;

  beforeEach(async () => {
    world = await makeWorld();
    launcher = await world.open();
    watcher = new Watcher(launcher);
  });
  afterEach(async () => {
    await launcher.close();
    await world.clear();
  });

  const folderOf = (allocationId: string) => join(world.dataDir, 'allocations', allocationId);
  const runnerOf = async (allocationId: string) =>
    JSON.parse(await readFile(join(folderOf(allocationId), 'process.json'), 'utf8'));
  const printed = (allocationId: string, text: string) =>
    vi.waitFor(() => expect(world.master.text(allocationId)).toContain(text), patience);

  test('a task survives kill -9 of the process that started it', async () => {
    const task = commandTask(world, 'echo up; while [ ! -e go ]; do sleep 0.05; done; exit 6');
    const options = { dataDir: world.dataDir, slots, nodeId: 'node' };
    const program = `
      const { LocalLauncher } = await import(${JSON.stringify(new URL('./local-launcher.ts', import.meta.url).href)});
      const { fixedPython } = await import(${JSON.stringify(new URL('../python/task-python.ts', import.meta.url).href)});
      const launcher = new LocalLauncher({ ...${JSON.stringify(options)}, python: fixedPython(${JSON.stringify(interpreter)}) });
      await launcher.start(${JSON.stringify(task)});
      setInterval(() => undefined, 1000);`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    await printed(task.allocationId, 'up\n');
    const ended = new Promise((resolve) => starter.once('exit', resolve));
    starter.kill('SIGKILL');
    await ended;
    expect(await launcher.list()).toMatchObject([{ id: task.id, state: 'running' }]);
    await writeFile(join(folderOf(task.allocationId), 'work', 'go'), '');
    expect(await watcher.exit(task.id)).toMatchObject({ exitCode: 6, cause: 'ended' });
  });

  test('a runner that is killed itself is seen as 137, and nothing of the task goes on', async () => {
    const task = commandTask(world, 'echo program $$; exec sleep 300');
    await launcher.start(task);
    await printed(task.allocationId, 'program');
    const [, program] = /program (\d+)/.exec(world.master.text(task.allocationId)) ?? [];
    process.kill((await runnerOf(task.allocationId)).pid, 'SIGKILL');
    expect(await watcher.exit(task.id)).toMatchObject({ exitCode: 137, signal: 'SIGKILL', cause: 'ended' });
    expect(await world.lives(Number(program))).toBe(false);
  });

  test('lines printed while the master is down wait, and come once when it is back', async () => {
    const task = commandTask(
      world,
      'echo before; while [ ! -e go ]; do sleep 0.05; done; seq 1 2500; touch printed; sleep 1; echo end',
    );
    await launcher.start(task);
    await printed(task.allocationId, 'before\n');
    const { hostname, port } = new URL(world.master.url);
    await world.master.stop();
    let turnedAway = 0;
    const door = createServer((socket) => {
      turnedAway++;
      socket.destroy();
    }).listen(Number(port), hostname);
    await writeFile(join(folderOf(task.allocationId), 'work', 'go'), '');
    await vi.waitFor(() => access(join(folderOf(task.allocationId), 'work', 'printed')), patience);
    await vi.waitFor(() => expect(turnedAway).toBeGreaterThan(0), patience);
    await new Promise((resolve) => door.close(resolve));
    await world.master.start();
    await watcher.exit(task.id);
    const numbers = Array.from({ length: 2500 }, (_, index) => `${index + 1}\n`).join('');
    expect(world.master.text(task.allocationId)).toBe(`before\n${numbers}end\n`);
  });

  test('an answer that was lost makes no line come twice', async () => {
    world.master.failing = { status: 502, afterStoring: true };
    const task = commandTask(world, 'echo one; sleep 1.2; echo two');
    await launcher.start(task);
    await printed(task.allocationId, 'one\n');
    await vi.waitFor(() => expect(world.master.repeats).toBeGreaterThan(0), patience);
    world.master.failing = null;
    await watcher.exit(task.id);
    expect(world.master.text(task.allocationId)).toBe('one\ntwo\n');
  });

  test('what a dead runner could not send is sent before its exit is told', async () => {
    const task = commandTask(world, 'echo up; while [ ! -e go ]; do sleep 0.05; done; echo unsent; sleep 300');
    await launcher.start(task);
    await printed(task.allocationId, 'up\n');
    await launcher.close();
    await world.master.stop();
    await writeFile(join(folderOf(task.allocationId), 'work', 'go'), '');
    await vi.waitFor(async () => {
      const files = await readdir(join(folderOf(task.allocationId), 'logs'));
      const texts = await Promise.all(files.map((f) => readFile(join(folderOf(task.allocationId), 'logs', f), 'utf8')));
      expect(texts.join('')).toContain('unsent');
    }, patience);
    process.kill((await runnerOf(task.allocationId)).pid, 'SIGKILL');
    await world.master.start();
    const next = await world.open();
    const hears = new Watcher(next);
    let textAtExit = '';
    next.watch((event) => {
      if (event.kind === 'exited') textAtExit = world.master.text(task.allocationId);
    });
    await next.list();
    await hears.exit(task.id);
    expect(textAtExit).toBe('up\nunsent\n');
    await next.close();
  });

  test('after a restart of the machine its tasks are lost, not failed, and no stranger is touched', async () => {
    const task = commandTask(world, 'sleep 300');
    await launcher.start(task);
    const runner = await vi.waitFor(() => runnerOf(task.allocationId), patience);
    await launcher.close();
    // As it looks after a restart: the number belongs to somebody else, the start of the machine has another name.
    const stranger = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
    process.kill(-runner.pid, 'SIGKILL');
    const file = join(folderOf(task.allocationId), 'process.json');
    await writeFile(file, JSON.stringify({ ...runner, pid: stranger.pid, identity: 'another-boot/123' }));
    const next = await world.open();
    const hears = new Watcher(next);
    await next.list();
    expect(await hears.exit(task.id)).toMatchObject({
      cause: 'lost',
      message: 'the machine or its container was restarted',
    });
    expect(process.kill(stranger.pid ?? 0, 0)).toBe(true);
    stranger.kill('SIGKILL');
    await next.close();
  });

  test('a runner that can not begin is lost, with its last words', async () => {
    const broken = new LocalLauncher({
      dataDir: world.dataDir,
      python: fixedPython(interpreter),
      slots,
      nodeId: 'node',
      runnerDir: join(world.dataDir, 'no-runner'),
    });
    const hears = new Watcher(broken);
    const task = commandTask(world, 'echo must not run');
    await broken.start(task);
    const exit = await hears.exit(task.id);
    expect(exit).toMatchObject({ cause: 'lost', message: expect.stringContaining('no-runner') });
    await broken.close();
  });

  test('acknowledging removes the folder and the temporary files', async () => {
    const task = commandTask(world, 'echo "$TMPDIR"; touch "$TMPDIR/left"; kill -9 $PPID; sleep 300');
    await launcher.start(task);
    await watcher.exit(task.id);
    const temporary = (await runnerOf(task.allocationId)).temporary;
    expect(await readdir(temporary)).toEqual(['left']);
    await launcher.acknowledge(task.id);
    await expect(readdir(temporary)).rejects.toThrow('ENOENT');
    expect(await readdir(join(world.dataDir, 'allocations'))).toEqual([]);
  });

  test('a working directory of the machine is used when it exists, and named when it does not', async () => {
    const there = commandTask(world, 'pwd', { workDir: world.dataDir });
    const missing = commandTask(world, 'pwd', { workDir: '/no/such/folder' });
    await Promise.all([launcher.start(there), launcher.start(missing)]);
    await watcher.exit(there.id);
    expect(world.master.text(there.allocationId)).toBe(`${world.dataDir}\n`);
    expect(await watcher.exit(missing.id)).toMatchObject({ exitCode: 1 });
    expect(world.master.text(missing.allocationId)).toContain('/no/such/folder does not exist');
  });

  test('the start-up hooks are sourced, the cluster one first', async () => {
    const task = commandTask(world, 'echo "$ORDER"; ulimit -n', {
      files: [
        { path: '/run/determined/dynamic-tcd-startup-hook.sh', content: 'export ORDER=cluster\n', mode: 0o744 },
        { path: 'startup-hook.sh', content: 'export ORDER="$ORDER,user"\nulimit -n 123\n', mode: 0o644 },
      ],
    });
    await launcher.start(task);
    await watcher.exit(task.id);
    expect(world.master.lines(task.allocationId).filter((line) => line.stdtype === 'stdout')).toMatchObject([
      { log: 'cluster,user\n' },
      { log: '123\n' },
    ]);
  });

  test('the run folder of the platform stands for the own one in arguments and variables', async () => {
    const task = commandTask(world, '', {
      files: [{ path: '/run/determined/checkpoint_gc/config.json', content: '{"a":1}', mode: 0o600 }],
      entrypoint: [
        '/bin/sh',
        '-c',
        'cat "$1" "$CONFIG"; pwd; echo $DET_WORKDIR',
        'sh',
        '/run/determined/checkpoint_gc/config.json',
      ],
      environment: { CONFIG: '/run/determined/checkpoint_gc/config.json', DET_WORKDIR: '/run/determined/workdir' },
    });
    await launcher.start(task);
    await watcher.exit(task.id);
    const work = join(folderOf(task.allocationId), 'work');
    expect(world.master.text(task.allocationId)).toBe(`{"a":1}{"a":1}${work}\n${work}\n`);
  });

  test('tasks that run at once get ports of their own, unless they name them', async () => {
    const script = 'echo $DTRAIN_SSH_PORT $INTER_TRAIN_PROCESS_COMM_PORT_1 $INTER_TRAIN_PROCESS_COMM_PORT_2 $C10D_PORT';
    const one = commandTask(world, script);
    const other = commandTask(world, script, { place: { nodeId: 'node', slotIds: [1] } });
    const own = commandTask(world, script, { environment: { C10D_PORT: '4000' } });
    for (const task of [one, other, own]) {
      await launcher.start(task);
      await watcher.exit(task.id);
    }
    const ports = (task: typeof one) => world.master.text(task.allocationId).trim().split(' ').map(Number);
    expect(new Set([...ports(one), ...ports(other)]).size).toBe(8);
    expect(Math.min(...ports(one), ...ports(other))).toBeGreaterThan(1024);
    expect(ports(own).at(-1)).toBe(4000);
  });

  test('a strange folder among those of the tasks is left alone', async () => {
    await mkdir(join(world.dataDir, 'allocations', 'lost+found'), { recursive: true });
    expect(await launcher.list()).toEqual([]);
    await access(join(world.dataDir, 'allocations', 'lost+found'));
  });

  test('slots, variables and names that do not fit are refused before anything starts', async () => {
    const wrong = [
      commandTask(world, 'true', { place: { nodeId: 'node', slotIds: [5] } }),
      commandTask(world, 'true', { place: { nodeId: 'another', slotIds: [0] } }),
      commandTask(world, 'true', { place: null }),
      commandTask(world, 'true', { id: '../x' }),
      commandTask(world, 'true', { environment: { DET_MASTER: '' } }),
    ];
    for (const task of wrong) await expect(launcher.start(task)).rejects.toMatchObject({ name: 'InvalidTaskError' });
    expect(await launcher.list()).toEqual([]);
  });

  test('without its Python the launcher says why and starts nothing', async () => {
    const making = {
      state: { state: 'making' as const, step: 'downloading scipy (35 MB)' },
      onChange: () => () => undefined,
    };
    const early = new LocalLauncher({ dataDir: world.dataDir, python: making, slots });
    const reason = 'The Python environment for tasks is being made: downloading scipy (35 MB).';
    expect(early.readiness()).toEqual({ ready: false, reason });
    const refused = { name: 'LauncherNotReadyError', message: reason };
    await expect(early.start(commandTask(world, 'true'))).rejects.toMatchObject(refused);
    await early.close();
  });
});
