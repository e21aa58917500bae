import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { repository } from '../start/repository.mjs';

/** The contract facts, samples and their tools stand beside the repository; a clone elsewhere does without. */
export const shared = resolve(repository, '..', 'shared');
export const hasShared = existsSync(join(shared, 'tools'));

/** The caller's own settings of the product must not reach the tests, and `node` means the product's. */
export function testEnvironment(node) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(DET_|DATABASE_URL$|PG|NODE_OPTIONS$|FORCE_COLOR$|npm_)/.test(name),
  );
  const path = [join(repository, 'node_modules', '.bin'), dirname(node), process.env.PATH].join(delimiter);
  return { ...Object.fromEntries(kept), PATH: path, NO_COLOR: '1', CI: '1' };
}
