import type { Entity } from '@determined/contract/entities.ts';
import type { Hint } from './hint-source.ts';

/** Who is told: a frame of text at a time. */
export interface Listener {
  send(frame: string): void;
}

const gatherMs = 100;
/** More changed things of a kind than this are told as a change of the kind. */
const mostIds = 50;

/** Gathers hints and tells them, each once, in one frame to all who listen. Nothing is kept while nobody does. */
export class LiveHub {
  private readonly listeners = new Set<Listener>();
  /** Ids by kind; null for the whole kind. */
  private changed = new Map<Entity, Set<number | string> | null>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  add(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(hints: readonly Hint[]): void {
    if (this.listeners.size === 0) return;
    for (const { entity, id } of hints) this.note(entity, id);
    if (hints.length > 0) this.timer ??= setTimeout(() => this.flush(), gatherMs);
  }

  close(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
  }

  private note(entity: Entity, id: number | string | undefined): void {
    const ids = this.changed.get(entity);
    if (ids === null) return;
    if (id === undefined || (ids && ids.size >= mostIds && !ids.has(id))) this.changed.set(entity, null);
    else if (ids) ids.add(id);
    else this.changed.set(entity, new Set([id]));
  }

  private flush(): void {
    this.timer = undefined;
    const changed: Hint[] = [];
    for (const [entity, ids] of this.changed) {
      if (ids === null) changed.push({ entity });
      else for (const id of ids) changed.push({ entity, id });
    }
    this.changed = new Map();
    const frame = JSON.stringify({ changed });
    for (const listener of this.listeners) listener.send(frame);
  }
}
