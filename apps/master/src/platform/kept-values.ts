/** Values by key for as long as there is room; those that were asked for longest ago go first. */
export class KeptValues<Key, Value> {
  /** Those asked for last stand last. */
  private readonly kept = new Map<Key, Value>();
  private size = 0;
  private readonly room: number;
  private readonly sizeOf: (value: Value, key: Key) => number;

  /** @param room the greatest sum of sizes. */
  constructor(room: number, sizeOf: (value: Value, key: Key) => number) {
    this.room = room;
    this.sizeOf = sizeOf;
  }

  get(key: Key): Value | undefined {
    const known = this.kept.get(key);
    if (known === undefined) return undefined;
    this.kept.delete(key);
    this.kept.set(key, known);
    return known;
  }

  set(key: Key, value: Value): void {
    this.forget(key);
    this.kept.set(key, value);
    this.size += this.sizeOf(value, key);
    for (const oldest of this.kept.keys()) {
      if (this.size <= this.room) return;
      this.forget(oldest);
    }
  }

  private forget(key: Key): void {
    const known = this.kept.get(key);
    if (known !== undefined) this.size -= this.sizeOf(known, key);
    this.kept.delete(key);
  }
}
