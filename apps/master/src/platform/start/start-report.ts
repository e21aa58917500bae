import type { Writable } from 'node:stream';

interface Screen extends Pick<Writable, 'write'> {
  isTTY?: boolean;
}

export interface ReadyFacts {
  address: string;
  dataFolder: string;
  /** Address with the one-time secret; left out when there is nobody to sign in by it. */
  signInLink?: string;
  /** Only on the very first start: the passwords that were made. */
  passwords?: { username: string; password: string }[];
}

const tasksWait = 'Running tasks wait at their next report until it is started again.';

/** What a person at the terminal sees of a start: a line a step with its time, then how to get in. */
export class StartReport {
  private readonly screen: Screen;

  constructor(screen: Screen = process.stdout) {
    this.screen = screen;
  }

  async step<T>(label: string, work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    this.screen.write(this.screen.isTTY ? `  ○ ${label} …` : `${label} … `);
    try {
      const result = await work();
      this.line('✓', label, `${((performance.now() - from) / 1000).toFixed(1)} s`);
      return result;
    } catch (error) {
      this.line('✗', label, 'failed');
      throw error;
    }
  }

  ready(facts: ReadyFacts): void {
    const rows: [string, string][] = [['Address', facts.address]];
    if (facts.signInLink) rows.push(['Sign in once', `${facts.signInLink}  (works once, for 10 minutes)`]);
    for (const { username, password } of facts.passwords ?? []) rows.push([`Password of ${username}`, password]);
    rows.push(['Data folder', facts.dataFolder]);
    const width = Math.max(...rows.map(([name]) => name.length));
    const text = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('');
    const note = facts.passwords?.length ? '  The passwords are shown this once; keep them.\n' : '';
    this.screen.write(`\n${text}${note}\n  Ctrl-C stops the server. ${tasksWait}\n\n`);
  }

  /** At once, since ending what is under way may take a moment. */
  stopping(): void {
    this.screen.write(`\n  Stopping the server (Ctrl-C again: at once). ${tasksWait}\n`);
  }

  stopped(): void {
    this.screen.write('  Stopped.\n');
  }

  private line(mark: string, label: string, end: string): void {
    if (this.screen.isTTY) this.screen.write(`\r\x1b[K  ${mark} ${label.padEnd(44)}\x1b[2m${end}\x1b[0m\n`);
    else this.screen.write(`${end}\n`);
  }
}
