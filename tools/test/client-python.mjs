import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from '../start/exclusively.mjs';
import { cache, repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { installDebianPackages } from './debian-packages.mjs';

const requirements = join(repository, 'runner', 'requirements.txt');

/** A Python of this machine that is new enough. */
export async function pythonCommand() {
  for (const name of ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3.9']) {
    const check = runQuietly(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']);
    if (
      await check.then(
        () => true,
        () => false,
      )
    )
      return name;
  }
  throw new Error(
    'No Python 3.9 or newer was found (python3 on the PATH); install it (Debian: apt-get install python3 python3-venv).',
  );
}

/** The unmodified client in an environment of its own, made once in .cache; gives its python. */
export async function ensureClientPython({ env }) {
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const place = join(cache, `python-${wanted}`);
  const python = join(place, 'bin', 'python');
  await exclusively('python', async () => {
    const complete = join(place, 'complete');
    if (existsSync(complete)) return;
    rmSync(place, { recursive: true, force: true });
    const base = await pythonCommand();
    // Debian keeps ensurepip, which venv needs, in a package of its own.
    const hasPip = await runQuietly(base, ['-c', 'import ensurepip, venv']).then(
      () => true,
      () => false,
    );
    if (!hasPip) await installDebianPackages(['python3-venv'], 'the Python client needs venv');
    await runQuietly(base, ['-m', 'venv', place], { env });
    const install = ['-m', 'pip', 'install', '--disable-pip-version-check', '--quiet', '-r', requirements];
    await runQuietly(python, install, { env });
    renameSync(await marker(python), complete);
  });
  return python;
}

/** Proves that the client can be imported before the environment counts as made. */
async function marker(python) {
  const file = join(cache, `python-made-${process.pid}`);
  await runQuietly(python, [
    '-c',
    `import determined.cli; open(${JSON.stringify(file)}, 'w').write(determined.__version__)`,
  ]);
  return file;
}
