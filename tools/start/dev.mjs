// `npm run dev`: a master with seeded scenarios (dev-cluster) and the console with hot reload, until Ctrl-C.
import { join } from 'node:path';
import { ensurePackages, productNode } from './packages.mjs';
import { main, repository } from './repository.mjs';
import { runUntilEnded } from './run-until-ended.mjs';

await main(async () => {
  await ensurePackages();
  const node = productNode();
  const port = process.env.DET_PORT ?? '8080';
  await runUntilEnded([
    {
      program: node,
      args: [join(repository, 'packages/dev-cluster/src/main.ts'), ...process.argv.slice(2)],
      env: { ...process.env, DET_PORT: port },
    },
    {
      program: node,
      args: [join(repository, 'node_modules/vite/bin/vite.js')],
      cwd: join(repository, 'apps/console'),
      env: { ...process.env, DET_MASTER: `http://127.0.0.1:${port}` },
    },
  ]);
});
