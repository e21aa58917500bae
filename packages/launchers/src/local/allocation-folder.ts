import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AlreadyStartedError, InvalidTaskError, type TaskPlace, type TaskSpec } from '#launcher.ts';

const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** What the runner writes as its first act. `temporary` is the task's folder for temporary files. */
export interface RunnerProcess {
  pid: number;
  identity: string | null;
  temporary: string;
}

/** What the runner writes last. `lost`: why it ended itself. Not `flushed`: log lines are still in the folder. */
export interface RunnerExit {
  exitCode: number;
  signal: string | null;
  lost?: string | null;
  startedAt: string;
  endedAt: string;
  flushed: boolean;
}

/**
 * The folder `<data>/allocations/<id>`: all that connects a launcher with a task, so that either may die and come back.
 * Files are written whole or not at all. Only the owner may look inside: the specification holds the task's token.
 */
export class AllocationFolder {
  readonly path: string;
  readonly runDir: string;
  readonly id: string;

  constructor(root: string, id: string) {
    if (!TASK_ID.test(id)) {
      throw new InvalidTaskError(`${JSON.stringify(id)} can't be a task's id`);
    }
    this.id = id;
    this.path = join(root, id);
    this.runDir = join(this.path, 'run');
  }

  async create(
    task: TaskSpec,
    given: { environment: Record<string, string>; places: TaskPlace[]; interpreter: string },
  ): Promise<void> {
    await mkdir(join(this.path, '..'), { recursive: true, mode: 0o700 });
    await mkdir(this.path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new AlreadyStartedError(`task ${this.id} was started before`);
    });
    if (task.context !== null) await this.#write('context.tar.gz', task.context);
    const files = task.files.map((file) => ({
      path: file.path,
      mode: file.mode,
      content: Buffer.from(file.content).toString('base64'),
    }));
    const { entrypoint, workDir, readyWhen, allocationId } = task;
    // The specification comes last: a folder with it is a complete one.
    await this.#writeJson('spec.json', { ...given, allocationId, files, entrypoint, workDir, readyWhen });
  }

  async markKilled(): Promise<void> {
    await this.#write('killed', '');
  }

  /** Null when there is no task in this folder, or not a whole one. */
  async spec(): Promise<{ places: TaskPlace[]; interpreter: string } | null> {
    return this.#readJson('spec.json');
  }

  async process(): Promise<RunnerProcess | null> {
    return this.#readJson<RunnerProcess>('process.json');
  }

  async exit(): Promise<RunnerExit | null> {
    return this.#readJson<RunnerExit>('exit.json');
  }

  async isKilled(): Promise<boolean> {
    return (await readFile(join(this.path, 'killed')).catch(() => null)) !== null;
  }

  /** The end of what the runner itself said, for an exit that nothing else explains. */
  async runnerLogEnd(): Promise<string> {
    const text = await readFile(join(this.path, 'runner.log'), 'utf8').catch(() => '');
    return text.trim().split('\n').slice(-1)[0]?.slice(0, 500) ?? '';
  }

  async remove(): Promise<void> {
    const temporary = (await this.process())?.temporary;
    // Made by the runner by this name only; nothing else is removed, whatever the file says.
    if (temporary && /^\/tmp\/det-[A-Za-z0-9_]+$/.test(temporary))
      await rm(temporary, { recursive: true, force: true });
    // The harness's launch layers have these names built in.
    await rm(`/tmp/pid_server-${this.id}`, { force: true });
    await rm(`/tmp/hostfile-${this.id}.txt`, { force: true });
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }

  async #readJson<T>(name: string): Promise<T | null> {
    const text = await readFile(join(this.path, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    // Written by this class and by the runner, whole or not at all: no other shape can be there.
    return text === null ? null : (JSON.parse(text) as T);
  }

  async #writeJson(name: string, value: unknown): Promise<void> {
    await this.#write(name, JSON.stringify(value));
  }

  async #write(name: string, content: string | Uint8Array): Promise<void> {
    const temporary = join(this.path, `${name}.${randomUUID()}`);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(this.path, name));
  }
}

export async function allocationFolders(root: string): Promise<AllocationFolder[]> {
  const names = await readdir(root, { withFileTypes: true }).catch(() => []);
  // What else lies there (a disk's lost+found) is somebody else's.
  const own = names.filter((entry) => entry.isDirectory() && TASK_ID.test(entry.name));
  return own.map((entry) => new AllocationFolder(root, entry.name));
}
