import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stopped } from './repository.mjs';

/**
 * Runs a program and gives its output; a failure carries it. `ok` lists the exit codes that are none, `separate` leaves
 * the error stream out of what is given, `hear` is told each line as it comes. It stands in a group of its own, which ends as a whole when this is stopped:
 * orderly if it can in `graceMs`.
 */
export function runQuietly(program, args, { ok = [0], separate = false, graceMs = 30_000, hear, ...options } = {}) {
  return new Promise((resolve, reject) => {
    stopped.throwIfAborted();
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    if (hear) createInterface({ input: child.stdout }).on('line', hear);
    child.stderr.setEncoding('utf8').on('data', (text) => {
      if (separate) errors += text;
      else output += text;
    });
    let force;
    const end = () => {
      signalGroup(child, 'SIGTERM');
      force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
    };
    stopped.addEventListener('abort', end, { once: true });
    const over = () => {
      stopped.removeEventListener('abort', end);
      clearTimeout(force);
    };
    child.on('error', (error) => {
      over();
      reject(new Error(`${program} cannot be run: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      over();
      if (stopped.aborted) return reject(stopped.reason);
      if (ok.includes(code)) return resolve(output);
      const all = output + errors;
      const message = `${program} ${args[0] ?? ''} ended with ${signal ?? code}\n${lastLines(all)}`;
      reject(Object.assign(new Error(message), { output: all }));
    });
  });
}

function signalGroup(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    // It has ended, or never began.
  }
}

function lastLines(text, count = 30) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
