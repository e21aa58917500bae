import { execFile, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The interpreter that has the unmodified package `determined`; `npm test` makes it. */
export function clientPython(): string {
  const python = process.env.DET_TEST_PYTHON;
  if (!python) throw new Error('DET_TEST_PYTHON names no interpreter: run npm test -- --only client');
  return python;
}

/** An interpreter that has PyTorch as well; `npm test` makes it. */
export function torchPython(): string {
  const python = process.env.DET_TEST_TORCH_PYTHON;
  if (!python) throw new Error('DET_TEST_TORCH_PYTHON names no interpreter: run npm test -- --only client');
  return python;
}

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/** The real command line against one master, in a home of its own. */
export class DetClient {
  private readonly env: Record<string, string>;

  constructor(address: string, user = 'admin', password = devPassword) {
    this.env = {
      PATH: `${dirname(clientPython())}:${process.env.PATH}`,
      HOME: temporaryFolder('client'),
      DET_MASTER: address,
      DET_USER: user,
      DET_PASS: password,
      LANG: 'C.UTF-8',
    };
  }

  /** Nobody: what it may do is what it has signed in for. */
  static unknown(address: string): DetClient {
    const client = new DetClient(address);
    delete client.env.DET_USER;
    delete client.env.DET_PASS;
    return client;
  }

  /** Runs `det …`; its exit code is part of the answer. What worked is written down: see `tools/test/det-coverage.py`. */
  async run(...args: string[]): Promise<Finished> {
    const finished = await this.execute(join(dirname(clientPython()), 'det'), args);
    if (finished.code === 0) noteRun(args);
    return finished;
  }

  /**
   * Many commands in one process, one after the other: starting `det` takes longer than most of what it does. Where they
   * are `refused` as they should be, to be refused is what works.
   */
  async runAll(commands: readonly string[][], { refused = false } = {}): Promise<Finished[]> {
    const output = await this.python(inOneProcess, JSON.stringify(commands));
    // What the program prints last.
    const finished = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as Finished[];
    for (const [at, { code }] of finished.entries()) if (code === (refused ? 1 : 0)) noteRun(commands[at] ?? []);
    return finished;
  }

  /** Runs `det …` and gives what it printed; fails when it fails. */
  async det(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args);
    if (code !== 0) throw new Error(`det ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
    return stdout;
  }

  /** Runs `det …`, which asks one thing on the way: `answer` is given what it has printed, until it knows. */
  answering(args: readonly string[], answer: (printed: string) => Promise<string> | undefined): Promise<Finished> {
    return new Promise((resolve, reject) => {
      const child = spawn(join(dirname(clientPython()), 'det'), args, {
        // What it prints comes as it is printed.
        env: { ...this.env, PYTHONUNBUFFERED: '1' },
        timeout: 60_000,
      });
      const printed = { stdout: '', stderr: '' };
      let asked = false;
      const hear = (on: keyof typeof printed) => (piece: Buffer) => {
        printed[on] += piece.toString();
        const known = asked ? undefined : answer(printed.stdout);
        if (!known) return;
        asked = true;
        known.then((line) => child.stdin.end(`${line}\n`), reject);
      };
      child.stdout.on('data', hear('stdout'));
      child.stderr.on('data', hear('stderr'));
      child.on('close', (code) => {
        if (code === 0) noteRun(args);
        resolve({ code: code ?? 1, ...printed });
      });
    });
  }

  /** Runs `det …` at a terminal: each line that ends in a colon is a question, and is answered by the next of `answers`. */
  async atTerminal(args: readonly string[], answers: readonly string[]): Promise<Finished> {
    const program = join(dirname(clientPython()), 'det');
    const texts = [JSON.stringify([program, ...args]), JSON.stringify(answers)];
    const finished = await this.execute(clientPython(), ['-c', terminal, ...texts]);
    if (finished.code === 0) noteRun(args);
    return finished;
  }

  /** Runs a Python program with the SDK at hand. */
  async python(program: string, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.execute(clientPython(), ['-c', program, ...args]);
    if (code !== 0) throw new Error(`the program ended with ${code}:\n${stdout}${stderr}`);
    return stdout;
  }

  private execute(program: string, args: string[]): Promise<Finished> {
    return new Promise((resolve) => {
      const child = execFile(
        program,
        args,
        { env: this.env, maxBuffer: 64 * 1024 * 1024, timeout: 290_000 },
        (error, stdout, stderr) => {
          const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
          resolve({ code, stdout, stderr });
        },
      );
      // A question that nobody answers ends the command instead of the test's patience.
      child.stdin?.end();
    });
  }
}

const inOneProcess = `
import contextlib, io, json, sys
from determined.cli import cli
finished = []
for command in json.loads(sys.argv[1]):
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            cli.main(command)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finished.append({"code": code, "stdout": out.getvalue(), "stderr": err.getvalue()})
print(json.dumps(finished))
`;

// Passwords are asked for on the controlling terminal, which forgets what was typed before it asks.
const terminal = `
import json, os, pty, sys
command, answers = json.loads(sys.argv[1]), json.loads(sys.argv[2])
child, terminal = pty.fork()
if child == 0:
    os.execv(command[0], command)
line = b""
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    if not piece:
        break
    sys.stdout.buffer.write(piece)
    line = (line + piece).split(b"\\n")[-1]
    if line.rstrip(b" ").endswith(b":") and answers:
        os.write(terminal, answers.pop(0).encode() + b"\\n")
        line = b""
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;

function noteRun(args: readonly string[]): void {
  const runs = process.env.DET_TEST_RUNS;
  if (runs) appendFileSync(runs, `${JSON.stringify(args)}\n`);
}

/** `det e create` prints the id of what it made. */
export function createdId(output: string): string {
  const id = /Created experiment (\d+)/.exec(output)?.[1];
  if (!id) throw new Error(`no experiment was created: ${output}`);
  return id;
}
