// `npm start`: brings what is missing, builds the console when it is stale, and runs the master in the foreground.
import { join } from 'node:path';
import { ensureConsole } from './console-build.mjs';
import { ensurePackages, productNode } from './packages.mjs';
import { cache, main, repository } from './repository.mjs';
import { runUntilEnded } from './run-until-ended.mjs';

await main(async () => {
  await ensurePackages();
  const node = productNode();
  await ensureConsole(node);
  await runUntilEnded([
    {
      program: node,
      args: [join(repository, 'apps/master/src/main.ts'), ...process.argv.slice(2)],
      // Compiled sources are kept between starts: a second start loads them in half the time.
      env: { NODE_COMPILE_CACHE: join(cache, 'compiled'), ...process.env },
    },
  ]);
});
