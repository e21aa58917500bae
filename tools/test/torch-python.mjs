import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from '../start/exclusively.mjs';
import { cache, repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { installDebianPackages } from './debian-packages.mjs';

const system = '/usr/bin/python3';
/** What Debian's PyTorch was not built for, and what the examples with it do without. */
const left = ['numpy', 'scipy', 'scikit-learn', 'joblib', 'threadpoolctl', 'contourpy', 'matplotlib'];
const others = ['numpy<2', 'contourpy<1.3', 'matplotlib<3.9'];

/** An environment over the system's Python with Debian's PyTorch (1.13) and the unmodified client: made once, in .cache. */
export async function ensureTorchPython({ env }) {
  if (!(await hasTorch(env))) {
    await installDebianPackages(['python3-torch', 'python3-venv'], 'the examples with PyTorch need it');
  }
  return exclusively('torch-python', () => make(env));
}

const hasTorch = (env) =>
  runQuietly(system, ['-c', 'import torch, ensurepip'], { env }).then(
    () => true,
    () => false,
  );

async function make(env) {
  const pinned = readFileSync(join(repository, 'runner', 'requirements.txt'), 'utf8').split('\n');
  const requirements = [...pinned.filter((line) => !left.includes(line.split('==')[0])), ...others].join('\n');
  const name = createHash('sha256').update(requirements).digest('hex').slice(0, 12);
  const folder = join(cache, 'torch-python', name);
  const interpreter = join(folder, 'bin', 'python3');
  const ready = join(folder, 'ready');
  if (existsSync(ready)) return interpreter;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const list = join(folder, 'requirements.txt');
  writeFileSync(list, requirements);
  await runQuietly(system, ['-m', 'venv', '--system-site-packages', folder], { env });
  await runQuietly(interpreter, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', list], {
    env,
  });
  // By these the harness and PyTorch are known to load together.
  await runQuietly(interpreter, ['-c', 'from determined import pytorch, core; import torch.distributed.run'], { env });
  writeFileSync(ready, '');
  return interpreter;
}
