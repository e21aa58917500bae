import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { repository } from './repository.mjs';

const parts = ['src', 'bundling', 'public', 'index.html', 'vite.config.ts', 'package.json'];

/** Builds the console unless what is built was made from these very sources. */
export const ensureConsole = (node) =>
  ensureBuilt(node, {
    app: 'console',
    sources: [...parts.map((part) => `apps/console/${part}`), 'packages/contract/src', 'docs/manual'],
    bundler: [join(repository, 'node_modules/vite/bin/vite.js'), 'build', '--emptyOutDir', '--outDir'],
  });
