// `npm run dev`: a master with seeded scenarios (dev-cluster) and the console with hot reload, until Ctrl-C.
import { join } from 'node:path';
import { readArguments } from './arguments.mjs';
import { ensurePackages, productNode } from './packages.mjs';
import { main, repository } from './repository.mjs';
import { runUntilEnded } from './run-until-ended.mjs';

const usage = `Usage: npm run dev

Starts a server with a seeded, living scenario and the console with hot reload; Ctrl-C stops both.

Environment variable: DET_PORT, the server's port (8080).`;

await main(async () => {
  if (!readArguments(process.argv.slice(2), usage)) return;
  await ensurePackages();
  const node = productNode();
  const port = process.env.DET_PORT ?? '8080';
  await runUntilEnded([
    {
      program: node,
      args: [join(repository, 'packages/dev-cluster/src/main.ts')],
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
