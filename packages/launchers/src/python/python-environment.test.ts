import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findPython } from './find-python.ts';
import { installStep, PythonEnvironment } from './python-environment.ts';
import { type PythonState, readinessOf } from './task-python.ts';

const run = promisify(execFile);
const real = await findPython(process.env.PATH);
if ('reason' in real) throw new Error(real.reason);
const { executable, version: ownVersion } = real;

/** Packages are a wheel made here, so that pip needs no network. */
describe('the environment for tasks', { timeout: 180_000 }, () => {
  // Making an empty environment takes seconds, most of them for pip's own files: made once, then copied.
  let empty: string;
  beforeAll(async () => {
    empty = await mkdtemp(join(tmpdir(), 'det-empty-'));
    await run(executable, ['-m', 'venv', join(empty, 'made')]);
  }, 180_000);
  afterAll(() => rm(empty, { recursive: true, force: true }));

  let folder: string;
  let dataDir: string;
  let requirements: string;
  let wheel: string;
  let copying: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'det-python-'));
    dataDir = join(folder, 'data');
    requirements = join(folder, 'requirements.txt');
    wheel = join(folder, 'determined-0.38.1-py3-none-any.whl');
    await makeWheel();
    await writeFile(requirements, `${wheel}\n`);
    copying = await onlyPython(
      'copying',
      'python3.11',
      `case "$*" in "-m venv "*) exec cp -r ${empty}/made "$3"; esac`,
    );
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function makeWheel(): Promise<void> {
    const code = `import sys, zipfile
w = zipfile.ZipFile(sys.argv[1], "w")
w.writestr("determined/__init__.py", "__version__ = '0.38.1'")
w.writestr("determined-0.38.1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: determined\\nVersion: 0.38.1\\n")
w.writestr("determined-0.38.1.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
w.writestr("determined-0.38.1.dist-info/RECORD", "")
w.close()`;
    await run(executable, ['-c', code, wheel]);
  }

  /** A PATH of one's own, with a Python by this name that does what `body` does not take over, but under its own path. */
  async function onlyPython(place: string, name: string, body: string, version = ownVersion): Promise<string> {
    const bin = join(folder, place);
    const path = join(bin, name);
    await mkdir(bin);
    const says = `case "$1" in -c) echo '["${path}", "${version}"]'; exit 0;; esac`;
    await writeFile(path, `#!/bin/sh\nPATH=/usr/bin:/bin\n${says}\n${body}\nexec ${executable} "$@"\n`);
    await chmod(path, 0o755);
    return bin;
  }

  const environment = (options: { path?: string | undefined; own?: string; tryAgainMs?: number } = {}) =>
    new PythonEnvironment({ dataDir, requirements, path: copying, ...options });

  test('is made once, tells its steps, and is found again', async () => {
    const first = environment({ path: process.env.PATH });
    const states: PythonState[] = [];
    first.onChange((state) => states.push(state));
    expect(first.state).toEqual({ state: 'absent' });
    const [made, same] = await Promise.all([first.prepare(), first.prepare()]);
    expect(made).toBe(same);
    expect(made).toMatchObject({
      state: 'ready',
      interpreter: expect.stringContaining(dataDir),
      version: real.version,
    });
    expect(states.map((state) => state.state)).toEqual([...Array(states.length - 1).fill('making'), 'ready']);
    expect(states).toContainEqual({ state: 'making', step: `creating it with Python ${real.version}` });

    const second = environment({ path: process.env.PATH });
    const later: PythonState[] = [];
    second.onChange((state) => later.push(state));
    expect(await second.prepare()).toEqual(made);
    expect(later).toEqual([made]);
  });

  test('one that was left half made, or whose Python is gone, is made anew', async () => {
    const half = environment();
    const making = new Promise<void>((resolve) => {
      half.onChange((state) => state.state === 'making' && state.step === 'installing packages' && resolve());
    });
    const stopped = half.prepare();
    await making;
    await half.close();
    expect(await stopped).toMatchObject({ state: 'failed' });
    const [name] = (await readdir(join(dataDir, 'python'))).filter((entry) => !entry.endsWith('.log'));
    await writeFile(join(dataDir, 'python', name ?? '', 'left'), '');

    expect(await environment().prepare()).toMatchObject({ state: 'ready' });
    expect(await readdir(join(dataDir, 'python', name ?? ''))).not.toContain('left');
    await rm(join(dataDir, 'python', name ?? '', 'bin', 'python3'));
    const again = await environment().prepare();
    if (again.state !== 'ready') throw new Error(JSON.stringify(again));
    await run(again.interpreter, ['-c', 'import determined']);
  });

  test('loads the task shim in tasks, whatever PYTHONPATH is, and only there', async () => {
    const made = await environment().prepare();
    if (made.state !== 'ready') throw new Error(JSON.stringify(made));
    await writeFile(join(folder, 'determined_task_shim.py'), 'print("shim")');
    const code = ['-c', 'print("program")'];
    const inTask = { PATH: '/usr/bin:/bin', DET_TASK_SHIM: folder, PYTHONPATH: '/elsewhere' };
    expect((await run(made.interpreter, code, { env: inTask })).stdout).toBe('shim\nprogram\n');
    expect((await run(made.interpreter, code, { env: { PATH: '/usr/bin:/bin' } })).stdout).toBe('program\n');
  });

  test('a failed installation says why; the next try starts over', async () => {
    await rm(wheel);
    const python = environment();
    const failed = await python.prepare();
    expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('determined-0.38.1') });
    expect(readinessOf(failed)).toMatchObject({ ready: false, reason: expect.stringContaining('could not be made') });
    await makeWheel();
    expect(await python.prepare()).toMatchObject({ state: 'ready' });
  });

  test('what failed is tried again without being asked', async () => {
    await rm(wheel);
    const python = environment({ tryAgainMs: 100 });
    expect(await python.prepare()).toMatchObject({ state: 'failed' });
    await makeWheel();
    await vi.waitFor(() => expect(python.state).toMatchObject({ state: 'ready' }), { timeout: 120_000, interval: 100 });
    await python.close();
  });

  test('a Python without ensurepip and virtualenv serves by its own pip', async () => {
    const refuses = 'case "$*" in "-m venv --without-pip"*) ;; "-m venv"*|"-m virtualenv"*) exit 1;; esac';
    const path = await onlyPython('bin', 'python3.11', refuses);
    expect(await environment({ path }).prepare()).toMatchObject({ state: 'ready' });
  });

  test('a Python that can make no environment names the package to install', async () => {
    const path = await onlyPython('bin', 'python3', 'exit 1', '3.11.2');
    expect(await environment({ path }).prepare()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('apt-get install python3.11-venv'),
    });
  });

  test('no Python, or only one of the wrong age, says what to install', async () => {
    const none = await findPython(join(folder, 'nothing'));
    expect(none).toMatchObject({ reason: expect.stringContaining('Found none on PATH') });
    const path = await onlyPython('bin', 'python3', '', '3.6.8');
    expect(await environment({ path }).prepare()).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/Python 3\.9 to 3\.13.*apt-get install.*DET_PYTHON.*\/bin\/python3 is 3\.6\.8/),
    });
  });

  test("a Python of one's own is used as it is, or told what it lacks", async () => {
    const bare = join(folder, 'bare');
    await run(executable, ['-m', 'venv', '--without-pip', bare]);
    const own = join(bare, 'bin', 'python3');
    expect(await environment({ own }).prepare()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(`${own} -m pip install determined==0.38.1`),
    });
    expect(await environment({ own: '/no/python' }).prepare()).toMatchObject({
      state: 'failed',
      reason: '/no/python (DET_PYTHON) does not run.',
    });
    const made = await environment().prepare();
    if (made.state !== 'ready') throw new Error(JSON.stringify(made));
    expect(await environment({ own: made.interpreter }).prepare()).toEqual(made);
  });
});

test("pip's output as steps", () => {
  expect(installStep('  Downloading scikit_learn-1.9.1-cp311-cp311-manylinux_2_28_x86_64.whl (9.1 MB)')).toBe(
    'downloading scikit-learn (9.1 MB)',
  );
  expect(installStep('Collecting numpy>=1.16.2 (from determined)')).toBe('finding numpy');
  expect(installStep('Installing collected packages: pytz, zipp')).toBe('unpacking the packages');
  expect(installStep('  Using cached six-1.17.0.whl')).toBeNull();
});
