import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { textOfError } from '@determined/contract/errors.ts';
import { baseEnvironment } from '#local/base-environment.ts';
import { killTaskProcesses } from '#local/processes.ts';
import { EnvironmentError, type EnvironmentSpec, type Environments } from './environments.ts';
import { pipFailure } from './pip-failure.ts';
import { harnessWanted, sitePackages } from './python-environment.ts';
import type { TaskPython } from './task-python.ts';

const run = promisify(execFile);
const MIB = 2 ** 20;
/** How often the size of what is being made is looked at. */
const MEASURE_MS = 2000;
/** Of pip's output, to find a reason in. */
const MOST_LINES = 20_000;

export interface EnvironmentBounds {
  /** Makings at once. */
  atOnce: number;
  /** Of one making. */
  seconds: number;
  /** What one may fetch, and what it and all together may take on the disk. */
  downloadBytes: number;
  bytes: number;
  totalBytes: number;
}

export interface EnvironmentMakerOptions {
  /** Environments are `<dataDir>/environments/<id>.<hash of the Python they stand on>`. */
  dataDir: string;
  /** The product's own environment, which holds the client: what is made stands on it. */
  python: TaskPython;
  bounds: EnvironmentBounds;
  /** Whether one of the launcher's tasks runs on this interpreter. */
  inUse: (interpreter: string) => Promise<boolean>;
  runnerDir?: string;
}

interface Ready {
  interpreter: string;
  bytes: number;
}

interface Base {
  interpreter: string;
  /** `-<hash>`: another Python or client makes other environments. */
  suffix: string;
}

/**
 * Environments over the product's own: a virtual environment with what was asked for, which finds everything else where the
 * product has it. Made in place, since what pip installs names its folder; the mark that it is whole comes last.
 */
export class EnvironmentMaker implements Environments {
  readonly bounds: EnvironmentBounds;
  readonly #root: string;
  readonly #options: EnvironmentMakerOptions;
  readonly #runnerDir: string;

  constructor(options: EnvironmentMakerOptions) {
    this.#options = options;
    this.bounds = options.bounds;
    this.#root = join(options.dataDir, 'environments');
    this.#runnerDir = options.runnerDir ?? fileURLToPath(new URL('../../../../runner', import.meta.url));
  }

  async has({ id }: EnvironmentSpec): Promise<boolean> {
    return (await this.#ready(id)) !== null;
  }

  /** The interpreter to start a task with; null where there is none (any more). */
  async interpreter({ id }: EnvironmentSpec): Promise<string | null> {
    const ready = await this.#ready(id);
    if (ready === null) return null;
    const now = new Date();
    await utimes(join(dirname(dirname(ready.interpreter)), 'ready.json'), now, now).catch(() => undefined);
    return ready.interpreter;
  }

  async make(
    spec: EnvironmentSpec,
    { tell, signal }: { tell: (line: string) => void; signal: AbortSignal },
  ): Promise<void> {
    const base = this.#base();
    const { python } = this.#options;
    if (base === null || python.state.state !== 'ready') throw new EnvironmentError('there is no Python yet');
    const folder = join(this.#root, spec.id + base.suffix);
    // What an earlier making left, its processes too.
    await killTaskProcesses({ leader: null, runDir: folder }, null, 5000);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await mkdir(join(folder, 'tmp'), { recursive: true });
    const ended = new AbortController();
    const late = AbortSignal.timeout(this.bounds.seconds * 1000);
    const making = new Making({ folder, spec, tell, signal: AbortSignal.any([signal, late, ended.signal]) });
    const measuring = setInterval(() => void this.#measure(folder, ended), MEASURE_MS).unref();
    try {
      await this.#install(making, base);
      const bytes = await sizeOf(folder);
      this.#refuseSize(bytes);
      const mark = join(folder, 'ready.json');
      await writeFile(`${mark}.new`, JSON.stringify({ interpreter: making.interpreter, bytes } satisfies Ready));
      await rename(`${mark}.new`, mark);
    } catch (error) {
      await killTaskProcesses({ leader: null, runDir: folder }, null, 5000);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      if (ended.signal.aborted) throw ended.signal.reason;
      if (late.aborted) throw new EnvironmentError(`it was not made within ${this.bounds.seconds / 60} minutes`);
      throw error;
    } finally {
      clearInterval(measuring);
    }
  }

  async list(): Promise<{ name: string; id: string; bytes: number }[]> {
    const found = await Promise.all(
      (await this.#folders()).map(async (name) => {
        const mark = join(this.#root, name, 'ready.json');
        const used = await stat(mark).catch(() => null);
        const text = used && (await readFile(mark, 'utf8').catch(() => null));
        // Written by `make`, whole or not at all.
        if (!text || !used) return null;
        const { bytes } = JSON.parse(text) as Ready;
        return { name, id: name.slice(0, name.lastIndexOf('-')), bytes, used: used.mtimeMs };
      }),
    );
    return found
      .filter((one) => one !== null)
      .toSorted((a, b) => a.used - b.used)
      .map(({ used: _used, ...one }) => one);
  }

  async remove(name: string): Promise<boolean> {
    const folder = join(this.#root, name);
    if (await this.#options.inUse(join(folder, 'bin', 'python3'))) return false;
    // Without its mark it is no environment any more, however far the rest is removed.
    await rm(join(folder, 'ready.json'), { force: true });
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return true;
  }

  async clearUp(making: readonly string[]): Promise<void> {
    const whole = new Set((await this.list()).map(({ name }) => name));
    for (const name of await this.#folders()) {
      if (whole.has(name) || making.some((id) => name.startsWith(`${id}-`))) continue;
      await killTaskProcesses({ leader: null, runDir: join(this.#root, name) }, null, 5000);
      await this.remove(name);
    }
  }

  async #folders(): Promise<string[]> {
    return readdir(this.#root).catch(() => []);
  }

  #base(): Base | null {
    const { state } = this.#options.python;
    if (state.state !== 'ready') return null;
    const hash = createHash('sha256').update(JSON.stringify([state.interpreter, state.version, harnessWanted]));
    return { interpreter: state.interpreter, suffix: `-${hash.digest('hex').slice(0, 8)}` };
  }

  async #ready(id: string): Promise<Ready | null> {
    const base = this.#base();
    if (base === null) return null;
    const text = await readFile(join(this.#root, id + base.suffix, 'ready.json'), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as Ready);
  }

  async #install(making: Making, base: Base): Promise<void> {
    const { folder, interpreter, spec } = making;
    await making.run([base.interpreter, '-m', 'venv', '--without-pip', folder]);
    // Read after what is its own, with the files `*.pth` that lie there: among them the task shim.
    const below = await making.run([base.interpreter, '-c', BELOW]);
    const sites = (JSON.parse(below) as string[]).map(
      (path) => `import site; site.addsitedir(${JSON.stringify(path)})`,
    );
    await writeFile(join(await sitePackages(folder), 'determined-below.pth'), `${sites.join('\n')}\n`);
    // With the client among them, what would not go with it is a conflict that pip explains.
    const args = ['install', ...OPTIONS, `determined==${harnessWanted}`, ...spec.requirements];
    await this.#tellSizes(making, args);
    making.tell(`Installing packages: ${spec.requirements.join(', ')}`);
    const { code, lines } = await making.pip(
      [interpreter, '-m', 'pip', ...args],
      this.bounds.downloadBytes,
      // A line for each of the product's own packages says nothing.
      (line) => line.startsWith('Requirement already satisfied') || making.tell(line),
    );
    if (code !== 0) throw new EnvironmentError(pipFailure(lines));
    await making.run([interpreter, '-s', '-c', 'import determined']).catch(() => {
      throw new EnvironmentError(`the package determined ${harnessWanted} cannot be imported beside them`);
    });
    await rm(join(folder, 'tmp'), { recursive: true, force: true });
  }

  /** Resolves without fetching, to know the sizes before. With a pip that cannot be told to, they are known as files come. */
  async #tellSizes(making: Making, args: string[]): Promise<void> {
    const told = join(making.folder, 'tmp', 'sizes.json');
    const command = [making.interpreter, join(this.#runnerDir, 'tell_sizes.py'), told, ...args];
    making.tell('Finding packages …');
    const { lines } = await making.pip([...command, '--use-feature=fast-deps'], this.bounds.downloadBytes, () => {});
    const text = await readFile(told, 'utf8').catch(() => null);
    if (text === null && lines.some((line) => /^ERROR: (?!Exception)/.test(line))) {
      for (const line of lines) making.tell(line);
      throw new EnvironmentError(pipFailure(lines));
    }
    if (text === null) return;
    // Written by runner/tell_sizes.py.
    const files = JSON.parse(text) as { name: string; bytes: number | null }[];
    const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
    if (files.length === 0) return;
    const largest = files.toSorted((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0)).slice(0, 5);
    const named = largest.map((file) => `${file.name} ${shownBytes(file.bytes ?? 0)}`).join(', ');
    const all = `${files.length} packages, ${shownBytes(bytes)} to download`;
    making.tell(`${all}${bytes > 10 * MIB ? `, most of it ${named}` : ''}`);
    const cuda = files.filter(({ name }) => /^(nvidia|cuda)-/.test(name));
    const ofCuda = cuda.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
    const hint = `${shownBytes(ofCuda)} of it are CUDA libraries; builds for processors come from an index that the operator or the experiment names (environment.python.index)`;
    if (cuda.length > 0) making.tell(hint);
    if (bytes > this.bounds.downloadBytes)
      throw new EnvironmentError(
        `${all} (${named}) is more than the ${shownBytes(this.bounds.downloadBytes)} that an environment may fetch here${cuda.length > 0 ? `: ${hint}` : ''}`,
      );
  }

  async #measure(folder: string, ended: AbortController): Promise<void> {
    try {
      this.#refuseSize(await sizeOf(folder));
    } catch (error) {
      ended.abort(error);
    }
  }

  #refuseSize(bytes: number): void {
    const { bytes: most } = this.bounds;
    if (bytes <= most) return;
    throw new EnvironmentError(`it takes more than the ${shownBytes(most)} that an environment may take on the disk`);
  }
}

const OPTIONS = ['--disable-pip-version-check', '--no-input', '--progress-bar', 'off', '--prefer-binary'];

/** Where a Python finds packages, but for those of its user. */
const BELOW =
  "import json, sys; print(json.dumps([p for p in sys.path if p.endswith(('site-packages', 'dist-packages'))]))";

/** One making: its processes carry its folder in their environment, by which they are found after a crash. */
class Making {
  readonly folder: string;
  readonly interpreter: string;
  readonly spec: EnvironmentSpec;
  readonly #tell: (line: string) => void;
  readonly #signal: AbortSignal;

  constructor(given: { folder: string; spec: EnvironmentSpec; tell: (line: string) => void; signal: AbortSignal }) {
    this.folder = given.folder;
    this.spec = given.spec;
    this.#tell = given.tell;
    this.#signal = given.signal;
    this.interpreter = join(given.folder, 'bin', 'python3');
  }

  readonly tell = (line: string): void => this.#tell(withoutLogins(line));

  async run([program = '', ...args]: string[]): Promise<string> {
    const options = { env: this.#environment(), signal: this.#signal };
    return run(program, args, options).then(
      ({ stdout }) => stdout,
      (error: unknown) => {
        throw new EnvironmentError(textOfError(error));
      },
    );
  }

  /** Runs pip; ends it before it fetches more than may be fetched. */
  async pip(
    [program = '', ...args]: string[],
    downloadBytes: number,
    tell: (line: string) => unknown,
  ): Promise<{ code: number; lines: string[] }> {
    const child = spawn(program, ['-s', '-B', ...args], {
      cwd: this.folder,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: what pip starts to build ends with it.
      detached: true,
    });
    const kill = () => void killTaskProcesses({ leader: child.pid ?? null, runDir: this.folder }, null, 5000);
    this.#signal.addEventListener('abort', kill);
    const lines: string[] = [];
    let fetched = 0;
    const read = (stream: NodeJS.ReadableStream) =>
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(withoutLogins(line));
        if (lines.length > MOST_LINES) lines.shift();
        tell(line);
        // Told before it is fetched.
        fetched += downloadSize(line);
        if (fetched > downloadBytes) kill();
      });
    read(child.stdout);
    read(child.stderr);
    const code = await new Promise<number | string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (status, by) => resolve(status ?? by ?? 'ended'));
    });
    this.#signal.removeEventListener('abort', kill);
    this.#signal.throwIfAborted();
    if (fetched > downloadBytes)
      throw new EnvironmentError(
        `its packages are more than the ${shownBytes(downloadBytes)} that may be fetched here`,
      );
    if (typeof code === 'string') throw new EnvironmentError(`pip could not be run: ${code}`);
    return { code, lines };
  }

  /** Building a package runs its own code: it sees no more of the master than a task does, but for how pip is set up. */
  #environment(): NodeJS.ProcessEnv {
    const pip = Object.entries(process.env).filter(([name]) => name.startsWith('PIP_'));
    const { index } = this.spec;
    return {
      ...baseEnvironment(process.env),
      ...Object.fromEntries(pip),
      // Not among the arguments, which everybody on the machine can read.
      ...(index === null ? {} : { PIP_INDEX_URL: index, PIP_EXTRA_INDEX_URL: '' }),
      PYTHONNOUSERSITE: '1',
      TMPDIR: join(this.folder, 'tmp'),
      DET_RUN_DIR: this.folder,
    };
  }
}

const shownBytes = (bytes: number): string =>
  bytes >= 1024 * MIB
    ? `${(bytes / MIB / 1024).toFixed(1)} GiB`
    : `${(bytes / MIB).toFixed(bytes < 10 * MIB ? 1 : 0)} MiB`;

const units: Record<string, number> = { bytes: 1, kB: 1000, MB: 1e6, GB: 1e9 };

/** The size in a line such as `  Downloading torch-2.9.0-….whl (899.8 MB)`; 0 in others. */
export function downloadSize(line: string): number {
  const [, size, unit] = /^\s*Downloading \S+ \(([\d.]+) (bytes|kB|MB|GB)\)/.exec(line) ?? [];
  return Number(size ?? 0) * (units[unit ?? ''] ?? 0);
}

/** Pip masks passwords, but not in everything that it passes on. */
const withoutLogins = (line: string): string => line.replace(/(\w+:\/\/)[^/@\s'"]+@/g, '$1****@');

async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-sk', folder]).catch((error: { stdout?: string }) => ({
    // Files come and go while it looks: what it has seen counts.
    stdout: error.stdout ?? '',
  }));
  return Number.parseInt(stdout, 10) * 1024 || 0;
}
