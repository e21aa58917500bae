// `npm start`: brings what is missing, builds the console when it is stale, and runs the master in the foreground.
import { readArguments } from './arguments.mjs';
import { ensureConsole } from './console-build.mjs';
import { masterProgram } from './master-program.mjs';
import { ensurePackages, productNode } from './packages.mjs';
import { main } from './repository.mjs';
import { runUntilEnded } from './run-until-ended.mjs';

const usage = `Usage: npm start [-- --config FILE]

Starts the server in the foreground and says where it is; Ctrl-C stops it. The first start installs packages and builds the
console.

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
  await runUntilEnded([
    {
      program: node,
      args: [...masterProgram.args, ...given],
      env: { ...masterProgram.env, ...process.env },
    },
  ]);
});
