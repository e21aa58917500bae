import { join } from 'node:path';
import { cache, repository } from './repository.mjs';

/** What runs a master: arguments of Node and the environment it is given. */
export const masterProgram = {
  // So that it can give memory back at rest (apps/master/src/platform/memory-at-rest.ts).
  args: ['--expose-gc', join(repository, 'apps/master/src/main.ts')],
  env: {
    // Compiled sources are kept between starts: a second start loads them in half the time.
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
  },
};
