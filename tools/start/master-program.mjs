import { join } from 'node:path';
import { cache, repository } from './repository.mjs';

/**
 * What runs a master: arguments of Node and the environment it is given. It keeps little memory while it has nothing to do
 * (docs/decisions/0135): collection at rest (`apps/master/src/platform/memory-at-rest.ts`), and of glibc's allocator what gives
 * large blocks back at once instead of keeping a pool for each thread.
 */
export const masterProgram = {
  args: ['--expose-gc', join(repository, 'apps/master/src/main.ts')],
  env: {
    // Compiled sources are kept between starts: a second start loads them in half the time.
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  },
};
