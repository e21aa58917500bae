import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { textOfError } from '@determined/contract/errors.ts';
import { askPython, type FoundPython, findPython } from './find-python.ts';
import type { PythonState, TaskPython } from './task-python.ts';

const run = promisify(execFile);
/** The client in the environment, which tasks report with. */
export const harnessWanted = '0.38.1';

/**
 * Loads the task shim (runner/shim) in every interpreter of the environment, so that it also holds for programs that
 * set PYTHONPATH anew. Does nothing outside of tasks.
 */
const SHIM_PTH =
  "import os, sys; d = os.environ.get('DET_TASK_SHIM'); d and (d in sys.path or sys.path.append(d), __import__('determined_task_shim'))\n";

export interface PythonEnvironmentOptions {
  /** The environment is made in `<dataDir>/python/<hash of the requirements>`. */
  dataDir: string;
  /** An interpreter of one's own with the harness in it (DET_PYTHON); nothing is made then. */
  own?: string | undefined;
  requirements?: string;
  /** Where to look for a Python; this process's PATH by default. */
  path?: string | undefined;
  /** After a failure: what was missing (network, a package of the system) may have come by then. Two minutes. */
  tryAgainMs?: number;
}

/** The virtual environment that tasks run in: made once, in the background, and found again at the next start. */
export class PythonEnvironment implements TaskPython {
  readonly #options: PythonEnvironmentOptions;
  readonly #requirements: string;
  readonly #listeners = new Set<(state: PythonState) => void>();
  readonly #stop = new AbortController();
  #state: PythonState = { state: 'absent' };
  #preparing: Promise<PythonState> | null = null;
  #again: NodeJS.Timeout | undefined;

  constructor(options: PythonEnvironmentOptions) {
    this.#options = options;
    this.#requirements =
      options.requirements ?? fileURLToPath(new URL('../../../../runner/requirements.txt', import.meta.url));
  }

  get state(): PythonState {
    return this.#state;
  }

  onChange(listener: (state: PythonState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Finds or makes the environment; never rejects. After a failure it is tried again after a while, or by a call. */
  prepare(): Promise<PythonState> {
    if (this.#state.state === 'ready') return Promise.resolve(this.#state);
    this.#preparing ??= (this.#options.own ? this.#checkOwn(this.#options.own) : this.#findOrMake())
      .catch((error: unknown): PythonState => ({ state: 'failed', reason: textOfError(error).replace(/[.]?$/, '.') }))
      .then((state) => {
        this.#preparing = null;
        clearTimeout(this.#again);
        if (state.state === 'failed' && !this.#stop.signal.aborted) {
          this.#again = setTimeout(() => void this.prepare(), this.#options.tryAgainMs ?? 120_000).unref();
        }
        return this.#set(state);
      });
    return this.#preparing;
  }

  /** Gives up making; what is half made is made anew at the next start. */
  async close(): Promise<void> {
    // Having been stopped is no failure that anybody has to hear of.
    this.#listeners.clear();
    this.#stop.abort();
    clearTimeout(this.#again);
    await this.#preparing;
  }

  async #checkOwn(own: string): Promise<PythonState> {
    const python = await askPython(own, this.#options.path);
    if (python === null) return { state: 'failed', reason: `${own} (DET_PYTHON) does not run.` };
    const harness = await harnessVersion(python.executable);
    if (harness === harnessWanted) {
      return { state: 'ready', interpreter: python.executable, version: python.version };
    }
    const found = harness === null ? 'does not have it' : `has ${harness}`;
    const remedy = `${python.executable} -m pip install determined==${harnessWanted}`;
    return {
      state: 'failed',
      reason: `Tasks need the package determined ${harnessWanted}; ${own} (DET_PYTHON) ${found}. Install it: ${remedy}.`,
    };
  }

  async #findOrMake(): Promise<PythonState> {
    const requirements = await readFile(this.#requirements);
    const name = createHash('sha256').update(requirements).update(SHIM_PTH).digest('hex').slice(0, 12);
    const folder = join(this.#options.dataDir, 'python', name);
    const ready = await readReady(folder);
    if (ready !== null) return ready;
    const python = await findPython(this.#options.path);
    if ('reason' in python) return { state: 'failed', reason: python.reason };
    // Without its mark the environment is half made (the master was stopped) or broken: made anew.
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    return this.#make(python, folder);
  }

  async #make(python: FoundPython, folder: string): Promise<PythonState> {
    this.#set({ state: 'making', step: `creating it with Python ${python.version}` });
    const install = await this.#create(python, folder);
    const interpreter = join(folder, 'bin', 'python3');
    const logPath = `${folder}.log`;
    this.#set({ state: 'making', step: 'installing packages' });
    const failure = await this.#install([...install, '-r', this.#requirements], logPath);
    if (failure !== null) {
      return {
        state: 'failed',
        reason: `${failure} (all of it in ${logPath}). Check the network or the package index.`,
      };
    }
    await writeFile(join(await sitePackages(folder), 'determined-task-shim.pth'), SHIM_PTH);
    this.#set({ state: 'making', step: 'checking the harness' });
    if ((await harnessVersion(interpreter)) !== harnessWanted) {
      return { state: 'failed', reason: `The harness can't be imported by ${interpreter}.` };
    }
    // The mark comes last and whole.
    await writeFile(join(folder, 'ready.json.new'), JSON.stringify({ interpreter, version: python.version }));
    await rename(join(folder, 'ready.json.new'), join(folder, 'ready.json'));
    return { state: 'ready', interpreter, version: python.version };
  }

  /**
   * Makes the empty environment and answers the command that installs into it. Debian's Python comes without ensurepip
   * when python3-venv is not installed: then `virtualenv`, then the pip of that Python serve.
   */
  async #create(python: FoundPython, folder: string): Promise<string[]> {
    const inside = join(folder, 'bin', 'python3');
    const pip = ['-m', 'pip', 'install'];
    const attempts = [
      { make: [python.executable, '-m', 'venv', folder], install: [inside, ...pip] },
      { make: [python.executable, '-m', 'virtualenv', '--quiet', folder], install: [inside, ...pip] },
      {
        make: [python.executable, '-m', 'venv', '--without-pip', folder],
        install: [python.executable, '-m', 'pip', '--python', inside, 'install'],
        check: [python.executable, '-m', 'pip', '--python', inside, '--version'],
      },
    ];
    for (const { make, install, check } of attempts) {
      if ((await this.#succeeds(make)) && (check === undefined || (await this.#succeeds(check)))) return install;
      await rm(folder, { recursive: true, force: true });
    }
    const version = python.version.split('.').slice(0, 2).join('.');
    throw new Error(
      `${python.executable} can't make virtual environments: install its venv module (on Debian or Ubuntu: apt-get install python${version}-venv).`,
    );
  }

  async #succeeds(command: string[]): Promise<boolean> {
    const [program, ...args] = command;
    if (program === undefined) return false;
    return run(program, args, { env: pipEnvironment(), signal: this.#stop.signal }).then(
      () => true,
      () => false,
    );
  }

  /** Runs pip, telling what it is at. Answers null, or its last words when it failed. */
  async #install(command: string[], logPath: string): Promise<string | null> {
    const [program, ...args] = command;
    if (program === undefined) return 'nothing to run';
    const options = ['--disable-pip-version-check', '--no-input', '--progress-bar', 'off', '--prefer-binary'];
    const child = spawn(program, [...args, ...options], {
      env: pipEnvironment(),
      signal: this.#stop.signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(logPath);
    let lastError = '';
    const read = (stream: NodeJS.ReadableStream) =>
      createInterface({ input: stream }).on('line', (line) => {
        log.write(`${line}\n`);
        if (/^ERROR/i.test(line)) lastError = line;
        const step = installStep(line);
        if (step !== null) this.#set({ state: 'making', step });
      });
    read(child.stdout);
    read(child.stderr);
    const code = await new Promise<number | string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (status, signal) => resolve(status ?? signal ?? 'ended'));
    });
    log.end();
    if (code === 0) return null;
    return lastError || `Installing packages ended with ${code}`;
  }

  #set(state: PythonState): PythonState {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
    return state;
  }
}

/** What a line of pip's output means to somebody who waits; null when nothing. */
export function installStep(line: string): string | null {
  const download = /^\s*Downloading (\S+?)-[\d.]+\S* \(([\d.]+ \w+)\)/.exec(line);
  if (download) return `downloading ${download[1]?.replaceAll('_', '-')} (${download[2]})`;
  const collect = /^Collecting ([A-Za-z0-9_.-]+)/.exec(line);
  if (collect) return `finding ${collect[1]}`;
  return /^Installing collected packages/.test(line) ? 'unpacking the packages' : null;
}

async function readReady(folder: string): Promise<PythonState | null> {
  const text = await readFile(join(folder, 'ready.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  // Written by #make, whole or not at all.
  const { interpreter, version } = JSON.parse(text) as { interpreter: string; version: string };
  // The Python it was made from may be gone, or the folder may have been moved.
  return (await harnessVersion(interpreter)) === harnessWanted ? { state: 'ready', interpreter, version } : null;
}

async function harnessVersion(interpreter: string): Promise<string | null> {
  const code = 'import determined; print(determined.__version__)';
  const answer = await run(interpreter, ['-c', code], { timeout: 120_000, env: pipEnvironment() }).catch(() => null);
  return answer === null ? null : answer.stdout.trim();
}

export async function sitePackages(folder: string): Promise<string> {
  const lib = join(folder, 'lib');
  const python = (await readdir(lib)).find((name) => name.startsWith('python3'));
  if (python === undefined) throw new Error(`${lib} holds no Python library`);
  return join(lib, python, 'site-packages');
}

/** The user's pip settings (index, proxies, certificates) hold; his Python variables would reach into the environment. */
function pipEnvironment(): NodeJS.ProcessEnv {
  const { PYTHONPATH: _path, PYTHONHOME: _home, VIRTUAL_ENV: _venv, ...rest } = process.env;
  return { ...rest, PYTHONNOUSERSITE: '1' };
}
