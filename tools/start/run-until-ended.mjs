import { spawn } from 'node:child_process';

/** Runs programs in the foreground until they end; signals reach each of them, and the first end ends the others. */
export async function runUntilEnded(commands) {
  const children = commands.map(({ program, args, ...options }) =>
    spawn(program, args, { stdio: 'inherit', ...options }),
  );
  const stop = (signal) => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  const ends = children.map(
    (child) =>
      new Promise((resolve) => {
        child.once('error', () => resolve(1));
        child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
      }),
  );
  const first = await Promise.race(ends);
  stop('SIGTERM');
  await Promise.all(ends);
  process.exitCode = first;
}
