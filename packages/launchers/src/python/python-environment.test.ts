import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findPython } from './find-python.ts';
import { installStep, PythonEnvironment } from './python-environment.ts';
import { type PythonState, readinessOf } from './task-python.ts';

const run = promisify(execFile);
const real = await findPython(process.env.PATH);
if ('reason' in real) throw new Error(real.reason);
const { executable } = real;

/** Packages are a wheel made here, so that pip needs no network. */
describe('the environment for tasks', { timeout: 120_000 }, () => {
  let folder: string;
  let dataDir: string;
  let requirements: string;
  let wheel: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'det-python-'));
    dataDir = join(folder, 'data');
    requirements = join(folder, 'requirements.txt');
    wheel = join(folder, 'determined-0.38.1-py3-none-any.whl');
    await mkdir(join(folder, 'bin'));
    await makeWheel();
    await writeFile(requirements, `${wheel}\n`);
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

  /** A Python by this name on the only PATH there is; \`body\` is a shell script that may call the real one as $REAL. */
  async function onlyPython(name: string, body: string): Promise<string> {
    const path = join(folder, 'bin', name);
    await writeFile(path, `#!/bin/sh\nREAL=${executable}\n${body}\n`);
    await chmod(path, 0o755);
    return join(folder, 'bin');
  }

  const environment = (options: { path?: string; own?: string } = {}) =>
    new PythonEnvironment({ dataDir, requirements, ...options });

  test('is made once, tells its steps, and is found again', async () => {
    const first = environment();
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

    const second = environment();
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
    const python = new PythonEnvironment({ dataDir, requirements, tryAgainMs: 100 });
    expect(await python.prepare()).toMatchObject({ state: 'failed' });
    await makeWheel();
    await vi.waitFor(() => expect(python.state).toMatchObject({ state: 'ready' }), { timeout: 60_000, interval: 100 });
    await python.close();
  });

  test('a Python without ensurepip and virtualenv serves by its own pip', async () => {
    // It tells its own path as its name, as a real one would, so that it stays in between.
    const path = await onlyPython(
      'python3.11',
      `case "$*" in
        "-c "*) echo '["${folder}/bin/python3.11", "${real.version}"]'; exit 0;;
        "-m venv --without-pip"*) ;;
        "-m venv"*|"-m virtualenv"*) exit 1;;
      esac
      exec $REAL "$@"`,
    );
    expect(await environment({ path }).prepare()).toMatchObject({ state: 'ready' });
  });

  test('a Python that can make no environment names the package to install', async () => {
    const path = await onlyPython(
      'python3',
      `case "$1" in -c) echo '["${folder}/bin/python3", "3.11.2"]';; *) exit 1;; esac`,
    );
    expect(await environment({ path }).prepare()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('apt-get install python3.11-venv'),
    });
  });

  test('no Python, or only one of the wrong age, says what to install', async () => {
    const empty = join(folder, 'bin');
    expect(await findPython(empty)).toMatchObject({ reason: expect.stringContaining('Found none on PATH') });
    await onlyPython('python3', `echo '["/usr/bin/python3", "3.6.8"]'`);
    expect(await environment({ path: empty }).prepare()).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(
        /Python 3\.9 to 3\.13.*apt-get install.*DET_PYTHON.*\/usr\/bin\/python3 is 3\.6\.8/,
      ),
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
