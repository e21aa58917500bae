import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LaunchEvent, Launcher, TaskExit, TaskSpec } from '#launcher.ts';
import type { LogMaster } from './log-master.ts';

/** What a launcher is tested in. Tasks are shell commands; the engine has to be there, empty, with at least two slots. */
export interface LauncherWorld {
  /** A new launcher object over the same engine and folders, as after a restart of the master. */
  open(): Promise<Launcher>;
  master: LogMaster;
  /** The machine to place tasks on; null where the engine places them. */
  nodeId: string | null;
  /** Whether the process that a task printed as its own number still runs. */
  lives(pid: number): Promise<boolean>;
  /** Sends such a process a signal, from outside of the launcher. */
  signal(pid: number, signal: 'SIGUSR1'): Promise<void>;
  /** Ends everything that still runs and removes what is left. */
  clear(): Promise<void>;
}

let number = 0;

export function commandTask(world: LauncherWorld, script: string, changes: Partial<TaskSpec> = {}): TaskSpec {
  const allocationId = `conformance-${process.pid}-${++number}.1`;
  return {
    id: allocationId,
    allocationId,
    rank: 0,
    place: world.nodeId === null ? null : { nodeId: world.nodeId, slotIds: [0] },
    wants: world.nodeId === null ? { slots: 1, pool: 'default', priority: 42, singleNode: false } : null,
    context: null,
    files: [],
    entrypoint: ['/bin/sh', '-c', script],
    workDir: null,
    readyWhen: null,
    ...changes,
    environment: {
      DET_MASTER: world.master.url,
      DET_SESSION_TOKEN: 'token-of-the-task',
      DET_ALLOCATION_ID: allocationId,
      DET_TASK_ID: allocationId.replace(/\.\d+$/, ''),
      DET_TASK_TYPE: 'COMMAND',
      DET_CLUSTER_ID: 'cluster',
      DET_AGENT_ID: 'node',
      DET_SLOT_IDS: '[0]',
      DET_RESOURCES_TYPE: 'docker-container',
      ...changes.environment,
    },
  };
}

/** Remembers all events of a launcher. */
export class Watcher {
  readonly events: LaunchEvent[] = [];

  constructor(launcher: Launcher) {
    launcher.watch((event) => this.events.push(event));
  }

  exits(id: string): TaskExit[] {
    return this.events.flatMap((event) => (event.kind === 'exited' && event.id === id ? [event.exit] : []));
  }

  async exit(id: string): Promise<TaskExit> {
    return vi.waitFor(
      () => {
        const [exit] = this.exits(id);
        if (exit === undefined) throw new Error(`${id} has not ended`);
        return exit;
      },
      { timeout: 30_000, interval: 25 },
    );
  }
}

const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 25 });

/** Runs on until it is told otherwise; a trap is heard at once. */
const wait = 'while :; do sleep 0.05; done';

/** What every launcher has to do. `make` prepares the world once a test. */
export function launcherConformance(name: string, make: () => Promise<LauncherWorld>): void {
  describe(`launcher ${name}`, { timeout: 90_000 }, () => {
    let world: LauncherWorld;
    let launcher: Launcher;
    let watcher: Watcher;

    beforeEach(async () => {
      world = await make();
      launcher = await world.open();
      watcher = new Watcher(launcher);
    });
    afterEach(async () => {
      await launcher.close();
      await world.clear();
    });

    const printed = (allocationId: string, text: string) =>
      waitFor(() => expect(world.master.text(allocationId)).toContain(text));

    test('tells starting, running with places, and the exit; the output is with the master by then', async () => {
      const task = commandTask(world, 'echo one; echo two >&2; exit 3');
      await launcher.start(task);
      const exit = await watcher.exit(task.id);
      expect(exit).toMatchObject({ exitCode: 3, signal: null, cause: 'ended', message: null });
      expect(watcher.events.map((event) => event.kind)).toEqual(['starting', 'running', 'exited']);
      expect(watcher.events[1]).toMatchObject({ places: [{ nodeId: expect.any(String), slotIds: [0] }] });
      const lines = world.master.lines(task.allocationId);
      expect(lines).toContainEqual(expect.objectContaining({ log: 'one\n', stdtype: 'stdout' }));
      expect(lines).toContainEqual(expect.objectContaining({ log: 'two\n', stdtype: 'stderr' }));
    });

    test.for([
      ['exit 0', { exitCode: 0, signal: null }],
      ['exec no-such-program', { exitCode: 127, signal: null }],
      ['exec /etc/passwd', { exitCode: 126, signal: null }],
      ['kill -TERM $$', { exitCode: 143, signal: 'SIGTERM' }],
      ['kill -KILL $$', { exitCode: 137, signal: 'SIGKILL' }],
    ] as const)('%s ends as a shell shows it', async ([script, expected]) => {
      const task = commandTask(world, script);
      await launcher.start(task);
      expect(await watcher.exit(task.id)).toMatchObject({ ...expected, cause: 'ended' });
    });

    test('terminate lets the program end in its own way', async () => {
      const task = commandTask(world, `trap 'echo saved; exit 5' TERM; echo up; ${wait}`);
      await launcher.start(task);
      await printed(task.allocationId, 'up\n');
      await launcher.terminate(task.id);
      expect(await watcher.exit(task.id)).toMatchObject({ exitCode: 5, cause: 'ended' });
      await printed(task.allocationId, 'saved\n');
    });

    test('kill ends all that the task started, also what left its session, its parent and its variables', async () => {
      const away = 'setsid env -i sh -c \'trap "" TERM HUP INT; echo away $$; exec sleep 300\' &';
      const task = commandTask(world, `trap '' TERM; (sh -c 'echo child $$; exec sleep 300') & (${away}) ; wait`);
      await launcher.start(task);
      const found = await waitFor(() => {
        const pids = [...world.master.text(task.allocationId).matchAll(/^(?:away|child) (\d+)$/gm)].map(([, pid]) =>
          Number(pid),
        );
        expect(pids).toHaveLength(2);
        return pids;
      });
      for (const pid of found) expect(await world.lives(pid)).toBe(true);
      await launcher.kill(task.id);
      expect(await watcher.exit(task.id)).toMatchObject({
        exitCode: 137,
        signal: 'SIGKILL',
        cause: 'killed',
      });
      for (const pid of found) expect(await world.lives(pid)).toBe(false);
      await launcher.kill(task.id);
      expect(watcher.exits(task.id)).toHaveLength(1);
    });

    test('what a task leaves behind when it ends does not go on', async () => {
      const left = "(setsid env -i sh -c 'echo left $$ > left; mv left up; exec sleep 300' &)";
      const task = commandTask(world, `${left}; while [ ! -e up ]; do sleep 0.02; done; cat up; exit 0`);
      await launcher.start(task);
      expect(await watcher.exit(task.id)).toMatchObject({ exitCode: 0, cause: 'ended' });
      const [, pid] = /left (\d+)/.exec(world.master.text(task.allocationId)) ?? [];
      expect(Number(pid)).toBeGreaterThan(0);
      expect(await world.lives(Number(pid))).toBe(false);
    });

    test('a task outlives the launcher object; the next one finds it and hears of its end', async () => {
      const task = commandTask(world, `echo up; ${wait}`);
      await launcher.start(task);
      await printed(task.allocationId, 'up\n');
      await launcher.close();

      const next = await world.open();
      const hears = new Watcher(next);
      expect(await next.list()).toMatchObject([
        { id: task.id, state: 'running', places: [{ slotIds: [0] }], exit: null },
      ]);
      await next.terminate(task.id);
      expect(await hears.exit(task.id)).toMatchObject({ exitCode: 143, cause: 'ended' });
      await next.acknowledge(task.id);
      await next.close();
    });

    test('an exit while nobody watched is told by the next object, once, until it is acknowledged', async () => {
      const task = commandTask(world, `trap 'exit 9' USR1; echo pid $$; ${wait}`);
      await launcher.start(task);
      await printed(task.allocationId, '\n');
      await launcher.close();
      expect(watcher.exits(task.id)).toEqual([]);
      const pid = Number(world.master.text(task.allocationId).replace('pid ', ''));
      await world.signal(pid, 'SIGUSR1');
      await waitFor(async () => expect(await world.lives(pid)).toBe(false));

      for (let round = 0; round < 2; round++) {
        const next = await world.open();
        const hears = new Watcher(next);
        await next.list();
        expect(await hears.exit(task.id)).toMatchObject({ exitCode: 9, cause: 'ended' });
        await next.list();
        expect(hears.exits(task.id)).toHaveLength(1);
        if (round === 1) await next.acknowledge(task.id);
        await next.close();
      }
      const last = await world.open();
      expect(await last.list()).toEqual([]);
      await last.close();
    });

    test('two tasks at once share nothing but the machine', async () => {
      const script = `echo $NAME > name; trap 'cat name; ls; exit' TERM; echo up; ${wait}`;
      const one = commandTask(world, script, { environment: { NAME: 'one' } });
      const other = commandTask(world, script, {
        environment: { NAME: 'other', DET_SLOT_IDS: '[1]' },
        place: world.nodeId === null ? null : { nodeId: world.nodeId, slotIds: [1] },
      });
      await Promise.all([launcher.start(one), launcher.start(other)]);
      expect((await launcher.list()).map((task) => task.state)).toEqual(['running', 'running']);
      for (const { id } of [one, other]) {
        await printed(id, 'up\n');
        await launcher.terminate(id);
        await watcher.exit(id);
      }
      expect(world.master.text(one.allocationId)).toBe('up\none\nname\n');
      expect(world.master.text(other.allocationId)).toBe('up\nother\nname\n');
    });

    test('a lot of output arrives whole, in order, each line once', async () => {
      const task = commandTask(world, "seq 1 30000; head -c 100000 /dev/zero | tr '\\0' x; echo");
      await launcher.start(task);
      await watcher.exit(task.id);
      const lines = world.master.lines(task.allocationId).map((line) => line.log);
      expect(lines.slice(0, 30000)).toEqual(Array.from({ length: 30000 }, (_, index) => `${index + 1}\n`));
      const long = lines.slice(30000);
      expect(Math.max(...long.map((line) => line.length))).toBe(8192);
      expect(long.join('').replaceAll('\n', '')).toBe('x'.repeat(100_000));
    });

    test('the code, files with their modes, and the work folder', async () => {
      const context = gzipSync(
        tar([
          { name: 'pkg', mode: 0o755, type: '5', content: '' },
          { name: 'pkg/run.sh', mode: 0o755, type: '0', content: '#!/bin/sh\necho from the code: $(cat pkg/data)\n' },
          { name: 'pkg/data', mode: 0o640, type: '0', content: 'äöü' },
        ]),
      );
      const files = [
        { path: '/run/determined/ssh/id_rsa', content: 'key', mode: 0o600 },
        { path: 'notes/hello.txt', content: new TextEncoder().encode('hello'), mode: 0o644 },
      ];
      const script =
        './pkg/run.sh; cat notes/hello.txt; echo; stat -c "%a %n" pkg/data pkg/run.sh notes/hello.txt; ' +
        'stat -c %a "$DET_RUN_DIR/ssh/id_rsa"; cat "$DET_RUN_DIR/train/model/pkg/data"; umask';
      const task = commandTask(world, script, { context, files });
      await launcher.start(task);
      await watcher.exit(task.id);
      expect(world.master.text(task.allocationId)).toBe(
        'from the code: äöü\nhello\n640 pkg/data\n755 pkg/run.sh\n644 notes/hello.txt\n600\näöü0022\n',
      );
    });

    test.for(['../escaped', '/tmp/escaped'])('code that leads out of its folder (%s) fails the task', async (name) => {
      const context = gzipSync(tar([{ name, mode: 0o644, type: '0', content: 'x' }]));
      const task = commandTask(world, 'echo must not run', { context });
      await launcher.start(task);
      expect(await watcher.exit(task.id)).toMatchObject({ exitCode: 1, cause: 'ended' });
      expect(world.master.text(task.allocationId)).toMatch(/^The task can't start: the file name .*escaped/);
    });

    test("the task's environment: the platform's and the user's variables, none of the master's own", async () => {
      process.env.DET_SECRET_OF_THE_MASTER = 'secret';
      const task = commandTask(world, 'env', { environment: { GREETING: 'a b\nc', OMP_NUM_THREADS: '7' } });
      await launcher.start(task).finally(() => delete process.env.DET_SECRET_OF_THE_MASTER);
      await watcher.exit(task.id);
      const text = world.master.text(task.allocationId);
      expect(text).toContain('GREETING=a b\nc\n');
      expect(text).toContain(`DET_ALLOCATION_ID=${task.allocationId}\n`);
      expect(text).toContain('OMP_NUM_THREADS=7\n');
      expect(text).toContain('MKL_NUM_THREADS=1\n');
      expect(text).not.toContain('DET_SECRET_OF_THE_MASTER');
    });

    test('a task that is killed while it starts never runs its program', async () => {
      const task = commandTask(world, 'echo must not run');
      const starting = launcher.start(task);
      await launcher.kill(task.id);
      await starting;
      expect(await watcher.exit(task.id)).toMatchObject({ exitCode: 137, cause: 'killed' });
      expect(world.master.text(task.allocationId)).toBe('');
    });

    test('the same allocation is not started twice, also not by the next object', async () => {
      const task = commandTask(world, 'sleep 30');
      await launcher.start(task);
      await expect(launcher.start(task)).rejects.toMatchObject({ name: 'AlreadyStartedError' });
      const next = await world.open();
      await expect(next.start(task)).rejects.toMatchObject({ name: 'AlreadyStartedError' });
      await next.close();
      await launcher.kill(task.id);
    });

    test('kill, terminate and acknowledge have nothing to do for a task that is not there', async () => {
      await launcher.kill('nowhere.1');
      await launcher.terminate('nowhere.1');
      await launcher.acknowledge('nowhere.1');
      expect(await launcher.list()).toEqual([]);
      expect(watcher.events).toEqual([]);
    });

    test('a service is ready at its first line that matches', async () => {
      const readyWhen = { stream: 'stderr' as const, pattern: 'listening on' };
      const script = `trap 'echo listening on 80 >&2' TERM; echo listening on stdout; ${wait}`;
      const task = commandTask(world, script, { readyWhen });
      await launcher.start(task);
      await printed(task.allocationId, 'stdout\n');
      expect(world.master.ready.has(task.allocationId)).toBe(false);
      await launcher.terminate(task.id);
      await waitFor(() => expect(world.master.ready.has(task.allocationId)).toBe(true));
      await launcher.kill(task.id);
    });
  });
}

interface TarEntry {
  name: string;
  mode: number;
  type: '0' | '5';
  content: string;
}

/** A small archive by the ustar layout, to have entries that a packing tool would refuse to write. */
function tar(entries: TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, mode, type, content }) => {
    const data = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(mode.toString(8).padStart(7, '0'), 100);
    header.write('0000000', 108);
    header.write('0000000', 116);
    header.write(data.length.toString(8).padStart(11, '0'), 124);
    header.write('00000000000', 136);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
