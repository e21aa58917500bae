import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { downloadSize, type EnvironmentBounds, EnvironmentMaker } from './environment-maker.ts';
import { findPython } from './find-python.ts';
import { pipFailure } from './pip-failure.ts';
import { fixedPython } from './task-python.ts';
import { makeWheel, packageIndex } from './testing/package-index.ts';

const run = promisify(execFile);
const real = await findPython(process.env.PATH);
if ('reason' in real) throw new Error(real.reason);

const roomy: EnvironmentBounds = {
  atOnce: 2,
  seconds: 120,
  downloadBytes: 2 ** 30,
  bytes: 2 ** 30,
  totalBytes: 2 ** 30,
};

describe('environments of tasks', { timeout: 180_000 }, () => {
  /** The product's own environment, with a client that is one by its name. */
  let shared: string;
  let base: string;
  beforeAll(async () => {
    shared = await mkdtemp(join(tmpdir(), 'det-base-'));
    await run(real.executable, ['-m', 'venv', join(shared, 'base')]);
    base = join(shared, 'base', 'bin', 'python3');
    const client = await makeWheel(shared, { name: 'determined', version: '0.38.1', code: "__version__ = '0.38.1'" });
    const common = await makeWheel(shared, { name: 'common-thing', version: '1.0', code: 'WORD = "old"' });
    await run(base, ['-m', 'pip', 'install', '--no-index', '--disable-pip-version-check', client, common]);
  }, 180_000);
  afterAll(() => rm(shared, { recursive: true, force: true }));

  let dataDir: string;
  let index: string;
  let used: string[];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'det-environments-'));
    index = await packageIndex(join(dataDir, 'index'), [
      { name: 'small-helper', version: '1.0', code: 'WORD = "one"' },
      { name: 'small-helper', version: '2.0', code: 'WORD = "two"' },
      { name: 'common-thing', version: '2.0', code: 'WORD = "new"' },
      { name: 'wants-old', version: '1.0', code: '', requires: ['small-helper<2'] },
      { name: 'hates-client', version: '1.0', code: '', requires: ['determined<0.30'] },
    ]);
    used = [];
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const makerWith = (bounds: Partial<EnvironmentBounds> = {}) =>
    new EnvironmentMaker({
      dataDir,
      python: fixedPython(base, real.version),
      bounds: { ...roomy, ...bounds },
      inUse: async (interpreter) => used.includes(interpreter),
    });
  const spec = (...requirements: string[]) => ({ id: requirements.join('').replace(/\W/g, ''), requirements, index });
  const make = async (maker: EnvironmentMaker, ...requirements: string[]) => {
    const lines: string[] = [];
    await maker.make(spec(...requirements), { tell: (line) => lines.push(line), signal: new AbortController().signal });
    return lines;
  };

  test('hold what was asked for over what every task has, and are told as they are made', async () => {
    const maker = makerWith();
    expect(await maker.has(spec('small-helper'))).toBe(false);
    const lines = await make(maker, 'small-helper');
    expect(lines).toContain('Installing packages: small-helper');
    expect(lines.join('\n')).toMatch(/Successfully installed small-helper-2\.0/);
    const interpreter = (await maker.interpreter(spec('small-helper'))) ?? '';
    const code = 'import determined, small_helper; print(determined.__version__, small_helper.WORD)';
    expect((await run(interpreter, ['-c', code])).stdout).toBe('0.38.1 two\n');
    await expect(run(base, ['-c', 'import small_helper'])).rejects.toThrow('No module named');
    expect(await maker.list()).toMatchObject([{ id: 'smallhelper', bytes: expect.any(Number) }]);
  });

  test('another version of what every task has is that of the one environment', async () => {
    const maker = makerWith();
    await make(maker, 'common-thing>1');
    const code = ['-c', 'import common_thing; print(common_thing.WORD)'];
    const interpreter = (await maker.interpreter(spec('common-thing>1'))) ?? '';
    expect((await run(interpreter, code)).stdout).toBe('new\n');
    expect((await run(base, code)).stdout).toBe('old\n');
  });

  test.each([
    [['small-helper==9'], /^no version fits small-helper==9: the index has 1\.0, 2\.0$/],
    [['not-there-at-all'], /^no package fits not-there-at-all: the index has none of that name/],
    [
      ['small-helper==2.0', 'wants-old'],
      /small-helper==2\.0.*cannot be installed together: .*wants-old 1\.0 depends on small-helper<2/,
    ],
    [['hates-client'], /determined==0\.38\.1.*hates-client.* cannot be installed together/],
  ])('%j fail by a reason that names the package', async (requirements, reason) => {
    const maker = makerWith();
    await expect(make(maker, ...requirements)).rejects.toThrow(reason);
    expect(await readdir(join(dataDir, 'environments'))).toEqual([]);
  });

  test('one that takes more room than it may is refused and leaves nothing', async () => {
    await expect(make(makerWith({ bytes: 20_000 }), 'small-helper')).rejects.toThrow('on the disk');
    expect(await readdir(join(dataDir, 'environments'))).toEqual([]);
  });

  test('one that takes too long is given up', async () => {
    await expect(make(makerWith({ seconds: 0.05 }), 'small-helper')).rejects.toThrow('it was not made within');
    expect(await readdir(join(dataDir, 'environments'))).toEqual([]);
  });

  test('what was left half made is no environment and is cleared up, but for what is being made', async () => {
    const maker = makerWith();
    await make(maker, 'small-helper');
    const [whole = ''] = await readdir(join(dataDir, 'environments'));
    for (const name of ['half-12345678', 'other-12345678']) {
      await mkdir(join(dataDir, 'environments', name, 'bin'), { recursive: true });
      await writeFile(join(dataDir, 'environments', name, 'bin', 'python3'), '');
    }
    expect(await maker.has({ id: 'half', requirements: [], index: null })).toBe(false);
    await maker.clearUp(['other']);
    expect((await readdir(join(dataDir, 'environments'))).toSorted()).toEqual(['other-12345678', whole].toSorted());
  });

  test('are listed with the longest unused first, and none is removed that a task runs in', async () => {
    const maker = makerWith();
    await make(maker, 'small-helper==1.0');
    await make(maker, 'small-helper==2.0');
    const [first, second] = await maker.list();
    // Uses are told apart by the millisecond.
    for (const now = Date.now(); Date.now() <= now + 1; ) await setImmediate();
    await maker.interpreter(spec('small-helper==1.0'));
    expect((await maker.list()).map(({ name }) => name)).toEqual([second?.name, first?.name]);
    used.push((await maker.interpreter(spec('small-helper==2.0'))) ?? '');
    expect(await maker.remove(second?.name ?? '')).toBe(false);
    expect(await maker.remove(first?.name ?? '')).toBe(true);
    expect((await maker.list()).map(({ name }) => name)).toEqual([second?.name]);
  });
});

test("sizes in pip's output", () => {
  expect(downloadSize('  Downloading torch-2.9.0-cp311-cp311-manylinux_2_28_x86_64.whl (899.8 MB)')).toBe(899.8e6);
  expect(downloadSize('Downloading six-1.17.0-py2.py3-none-any.whl (11 kB)')).toBe(11_000);
  expect(downloadSize('  Using cached six-1.17.0.whl (11 kB)')).toBe(0);
});

test.each([
  [
    'network',
    `WARNING: Retrying (Retry(total=4, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object>: Failed to establish a new connection: [Errno -2] Name or service not known')': /simple/numpy/
ERROR: Could not find a version that satisfies the requirement numpy (from versions: none)
ERROR: No matching distribution found for numpy`,
    'the package index could not be reached for numpy: Name or service not known',
  ],
  [
    'Python',
    `ERROR: Package 'fresh' requires a different Python: 3.11.7 not in '>=3.13'`,
    "fresh needs Python >=3.13, and this machine's is 3.11.7",
  ],
  [
    'build',
    `Collecting old-thing==1.0
  Downloading old-thing-1.0.tar.gz (2 kB)
  error: subprocess-exited-with-error
  × python setup.py egg_info did not run successfully.
  │ exit code: 1
  ╰─> [6 lines of output]
      Traceback (most recent call last):
      ModuleNotFoundError: No module named 'distutils.msvccompiler'
      [end of output]
error: metadata-generation-failed`,
    "old-thing==1.0 could not be built: ModuleNotFoundError: No module named 'distutils.msvccompiler'",
  ],
  [
    'disk',
    'ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device',
    'there is no room on the disk',
  ],
  ['anything else', 'Collecting x\nERROR: Something new.', 'Something new.'],
])("pip's reason: %s", (_kind, output, reason) => {
  expect(pipFailure(output.split('\n'))).toBe(reason);
});
