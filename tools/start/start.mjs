// `npm start`: brings what is missing, builds the console and the master when they are stale, and runs the master in the foreground.
import { readArguments } from './arguments.mjs';
import { ensureConsole } from './console-build.mjs';
import { masterProgram } from './master-program.mjs';
import { ensurePackages, productNode } from './packages.mjs';
import { main } from './repository.mjs';
import { runUntilEnded } from './run-until-ended.mjs';

const usage = `Usage: npm start [-- --config FILE]

Starts the server in the foreground and says where it is; Ctrl-C stops it. The first start installs packages, builds the
console and the server.

  --config FILE  read this configuration (YAML)
  --help         show this

Environment variables: DET_PORT, DET_HOST, DET_DATA_DIR, DATABASE_URL, and a DET_… for each key of the configuration;
docs/manual/configuration.md lists them.`;

await main(async () => {
  const given = readArguments(process.argv.slice(2), usage, ['--config']);
  if (!given) return;
  await ensurePackages();
  const node = productNode();
  await ensureConsole(node);
  const master = await masterProgram(node);
  await runUntilEnded([
    {
      program: node,
      args: [...master.args, ...given],
      env: { ...master.env, ...process.env },
    },
  ]);
});
