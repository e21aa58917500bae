import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { cache, repository } from './repository.mjs';

const home = join(repository, 'apps/master');

/** What runs a master: arguments of Node and the environment it is given. Builds it unless it was made from these very sources. */
export async function masterProgram(node) {
  await ensureBuilt(node, {
    app: 'master',
    sources: ['apps/master/src', 'apps/master/rolldown.config.mjs', 'apps/master/package.json', 'packages'],
    bundler: [join(repository, 'node_modules/rolldown/bin/cli.mjs'), '--config', 'rolldown.config.mjs', '--dir'],
  });
  return {
    args: [
      // So that it can give memory back at rest (apps/master/src/platform/memory-at-rest.ts).
      '--expose-gc',
      // V8's own threads, which collect garbage, are four on any machine: on a small one they keep the main thread from its processor.
      `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`,
      join(home, 'dist/main.js'),
    ],
    env: {
      // Compiled code is kept between starts.
      NODE_COMPILE_CACHE: join(cache, 'compiled'),
    },
  };
}
