import type { Change } from '@determined/contract/staleness.ts';
import type { Locate } from './locate-changes.ts';

/** Who is told: a frame of text at a time. */
export interface Listener {
  /** Of placed changes those that may be told here; the very same list where all may. */
  shown(changes: readonly Change[]): readonly Change[] | Promise<readonly Change[]>;
  send(frame: string): void;
}

const gatherMs = 100;
/** More changes of a kind than this are told as changes of what the things lie in. */
const mostOfKind = 50;
/** What is named no longer, step by step, where a frame would name too many things. */
const leftOut = [
  ['trial', 'run', 'checkpoint', 'task', 'allocation'],
  ['experiment'],
  ['project', 'workspace'],
] as const;

/** Gathers changes and tells them, each once, in one frame to all who listen. Nothing is kept while nobody does. */
export class LiveHub {
  private readonly listeners = new Set<Listener>();
  private readonly newLocate: () => Locate;
  private locate: Locate;
  private waiting = new Map<string, Change>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending = Promise.resolve();

  constructor(newLocate: () => Locate) {
    this.newLocate = newLocate;
    this.locate = newLocate();
  }

  add(listener: Listener): () => void {
    // It remembers, and has missed what came while nobody listened.
    if (this.listeners.size === 0) this.locate = this.newLocate();
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(changes: readonly Change[]): void {
    if (this.listeners.size === 0) return;
    for (const change of changes) this.waiting.set(JSON.stringify(change), change);
    if (changes.length > 0) this.timer ??= setTimeout(() => this.flush(), gatherMs);
  }

  close(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
  }

  private flush(): void {
    this.timer = undefined;
    const gathered = [...this.waiting.values()];
    this.waiting = new Map();
    // One after the other: what moves is told in its order.
    this.sending = this.sending.then(() => this.send(gathered));
  }

  private async send(gathered: readonly Change[]): Promise<void> {
    const placed = await this.locate(gathered);
    const frames = new Map<readonly Change[], string | undefined>();
    for (const listener of [...this.listeners]) {
      // What cannot be found out is not told: whoever missed it looks again by himself.
      const shown = await Promise.resolve(listener.shown(placed)).catch(() => []);
      if (!frames.has(shown)) frames.set(shown, frameOf(shown));
      const frame = frames.get(shown);
      if (frame !== undefined && this.listeners.has(listener)) listener.send(frame);
    }
  }
}

function frameOf(changes: readonly Change[]): string | undefined {
  const changed = fewEnough(changes);
  return changed.length > 0 ? JSON.stringify({ changed }) : undefined;
}

/** Each change once; of a kind with very many, what they lie in. */
function fewEnough(changes: readonly Change[]): Change[] {
  const byKind = Map.groupBy(changes, (change) => change.entity);
  return [...byKind.values()].flatMap((ofKind) => {
    let distinct = once(ofKind);
    for (const kinds of leftOut) {
      if (distinct.length <= mostOfKind) break;
      distinct = once(distinct.map(({ entity, of }) => ({ entity, of: without(of, kinds) })));
    }
    return distinct;
  });
}

const once = (changes: readonly Change[]) => [
  ...new Map(changes.map((change) => [JSON.stringify(change), change])).values(),
];

function without(of: Change['of'], kinds: readonly string[]): Change['of'] {
  return of && Object.fromEntries(Object.entries(of).filter(([kind]) => !kinds.includes(kind)));
}
