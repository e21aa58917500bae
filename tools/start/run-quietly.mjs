import { spawn } from 'node:child_process';

/**
 * Runs a program and gives its output; a failure carries it. `ok` lists the exit codes that are none, `separate` leaves
 * the error stream out of what is given.
 */
export function runQuietly(program, args, { ok = [0], separate = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      if (separate) errors += text;
      else output += text;
    });
    child.on('error', (error) => reject(new Error(`${program} cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (ok.includes(code)) return resolve(output);
      const all = output + errors;
      const message = `${program} ${args[0] ?? ''} ended with ${signal ?? code}\n${lastLines(all)}`;
      reject(Object.assign(new Error(message), { output: all }));
    });
  });
}

function lastLines(text, count = 30) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
