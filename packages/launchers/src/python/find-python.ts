import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface FoundPython {
  executable: string;
  version: string;
}

/** The versions that runner/requirements.txt pins packages for, the best tried first. */
const SUPPORTED = ['3.11', '3.12', '3.13', '3.10', '3.9'];

/** A Python on PATH that the environment can be made from, or what to do when there is none. */
export async function findPython(path: string | undefined): Promise<FoundPython | { reason: string }> {
  const seen: string[] = [];
  for (const name of [...SUPPORTED.map((version) => `python${version}`), 'python3', 'python']) {
    const found = await askPython(name, path);
    if (found === null) continue;
    if (SUPPORTED.includes(minor(found.version))) return found;
    seen.push(`${found.executable} is ${found.version}`);
  }
  const wanted =
    'Tasks need Python 3.9 to 3.13: install one (on Debian or Ubuntu: apt-get install python3 python3-venv)';
  const own = 'or name one that has the package determined 0.38.1 by DET_PYTHON';
  return {
    reason: `${wanted}, ${own}. ${seen.length > 0 ? `Found only: ${seen.join(', ')}.` : 'Found none on PATH.'}`,
  };
}

export async function askPython(name: string, path: string | undefined): Promise<FoundPython | null> {
  const code = 'import json, platform, sys; print(json.dumps([sys.executable, platform.python_version()]))';
  const environment = path === undefined ? process.env : { ...process.env, PATH: path };
  const answer = await run(name, ['-c', code], { timeout: 20_000, env: environment }).catch(() => null);
  if (answer === null) return null;
  try {
    // Printed by the code above: always two texts.
    const [executable, version] = JSON.parse(answer.stdout) as [string, string];
    return { executable, version };
  } catch {
    return null;
  }
}

export function minor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
