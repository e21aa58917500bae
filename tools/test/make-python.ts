import { PythonEnvironment } from '@determined/launchers/python/python-environment.ts';

// `node tools/test/make-python.ts FOLDER`: finds or makes the Python environment for tasks there and prints its interpreter.
const python = new PythonEnvironment({ dataDir: process.argv[2] ?? '.' });
const made = await python.prepare();
await python.close();
if (made.state === 'ready') process.stdout.write(`${made.interpreter}\n`);
else {
  process.stderr.write(
    `The Python environment could not be made: ${made.state === 'failed' ? made.reason : made.state}\n`,
  );
  process.exitCode = 1;
}
