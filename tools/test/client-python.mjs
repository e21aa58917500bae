import { join } from 'node:path';
import { exclusively } from '../start/exclusively.mjs';
import { cache, repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { installDebianPackages } from './debian-packages.mjs';

/** A Python of this machine that is new enough. */
export async function pythonCommand() {
  for (const name of ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3.9']) {
    if (await succeeds(name, 'import sys; sys.exit(sys.version_info < (3, 9))')) return name;
  }
  throw new Error(
    'No Python 3.9 or newer was found (python3 on the PATH); install it (Debian: apt-get install python3 python3-venv).',
  );
}

/** The environment that the product makes for tasks, which holds the unmodified client: made once, in .cache. */
export async function ensureClientPython({ node, env }) {
  // Debian keeps ensurepip, which venv needs, in a package of its own.
  if (!(await succeeds(await pythonCommand(), 'import ensurepip, venv'))) {
    await installDebianPackages(['python3-venv'], 'the Python client needs venv');
  }
  const make = [join(repository, 'tools', 'test', 'make-python.ts'), cache];
  const output = await exclusively('python', () => runQuietly(node, make, { env, separate: true }));
  return output.trim();
}

function succeeds(python, code) {
  return runQuietly(python, ['-c', code]).then(
    () => true,
    () => false,
  );
}
