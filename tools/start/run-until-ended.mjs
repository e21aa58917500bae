import { spawn } from 'node:child_process';
import { stopped } from './repository.mjs';

const sameWithin = 1000;

/**
 * Runs programs in the foreground until they end; the first end ends the others. They stand in sessions of their own,
 * so that a Ctrl-C, which a terminal sends to everybody and npm passes on once more, reaches each exactly once.
 */
export async function runUntilEnded(commands) {
  stopped.throwIfAborted();
  const children = commands.map(({ program, args, ...options }) =>
    spawn(program, args, { stdio: 'inherit', detached: true, ...options }),
  );
  const stop = (signal) => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  let last = Number.NEGATIVE_INFINITY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (performance.now() - last < sameWithin) return;
      last = performance.now();
      // A closed terminal is no reason to end otherwise than orderly.
      stop(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
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
