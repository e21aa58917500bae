import {
  EnvironmentError,
  type EnvironmentSpec,
  type Environments,
} from '@determined/launchers/python/environments.ts';

interface Open {
  spec: EnvironmentSpec;
  tell: (line: string) => void;
  end: (error?: Error) => void;
}

/** Environments that exist on paper: how a making goes on is told by the test. */
export class ScriptedEnvironments implements Environments {
  readonly bounds = { atOnce: 2, totalBytes: 1000 };
  /** Every making that was begun, in its order. */
  readonly begun: EnvironmentSpec[] = [];
  private readonly open: Open[] = [];
  private whole: { name: string; id: string; bytes: number }[] = [];

  async has({ id }: EnvironmentSpec): Promise<boolean> {
    return this.whole.some((one) => one.id === id);
  }

  async make(
    spec: EnvironmentSpec,
    { tell, signal }: { tell: (line: string) => void; signal: AbortSignal },
  ): Promise<void> {
    this.begun.push(spec);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one: Open = { spec, tell, end: (error) => (error ? reject(error) : resolve()) };
    this.open.push(one);
    signal.addEventListener('abort', () => reject(new EnvironmentError('given up')));
    await promise.finally(() => this.open.splice(this.open.indexOf(one), 1));
    this.whole.push({ name: `${spec.id}-paper`, id: spec.id, bytes: 600 });
  }

  async list(): Promise<{ name: string; id: string; bytes: number }[]> {
    return this.whole;
  }

  async remove(name: string): Promise<boolean> {
    this.whole = this.whole.filter((one) => one.name !== name);
    return true;
  }

  async clearUp(): Promise<void> {}

  // What follows is for the test.

  /** Makings that go on. */
  making(): string[] {
    return this.open.map(({ spec }) => spec.requirements.join(' '));
  }

  say(requirements: string, line: string): void {
    this.of(requirements).tell(line);
  }

  end(requirements: string, reason?: string): void {
    this.of(requirements).end(reason === undefined ? undefined : new EnvironmentError(reason));
  }

  private of(requirements: string): Open {
    const found = this.open.find(({ spec }) => spec.requirements.join(' ') === requirements);
    if (!found) throw new Error(`nobody makes ${requirements}`);
    return found;
  }
}
