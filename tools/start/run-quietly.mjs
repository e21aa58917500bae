import { spawn } from 'node:child_process';

/** Runs a program and keeps its output; a failure carries the end of it. */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => reject(new Error(`${program} cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(
          Object.assign(new Error(`${program} ${args[0] ?? ''} ended with ${signal ?? code}\n${lastLines(output)}`), {
            output,
          }),
        );
    });
  });
}

function lastLines(text, count = 30) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
