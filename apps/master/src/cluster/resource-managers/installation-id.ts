import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tells this data folder, and so the tasks that it knows, from those of other masters; the same at every start. */
export function installationId(dataFolder: string): string {
  const file = join(dataFolder, 'installation-id');
  try {
    writeFileSync(file, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
