import { devPassword, startDevCluster } from './dev-cluster.ts';
import { ScriptedLauncher } from './scripted-launcher.ts';
import { seedScenario } from './seed-scenario.ts';

// The server side of `npm run dev`: a fresh database, machines of paper, a scenario that is alive.
const port = process.env.DET_PORT ?? '8080';
const stop = new AbortController();
const machines = new ScriptedLauncher([8, 8]);
const cluster = await startDevCluster({ launcher: machines, env: { DET_PORT: port } });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort();
    void cluster.stop().finally(() => process.exit(0));
  });
}
await seedScenario(cluster, machines, stop.signal);
process.stdout.write(
  `\n  Master    ${cluster.address}\n  Sign in   admin, ${devPassword}\n  Console   http://127.0.0.1:5173/det/\n\n`,
);
