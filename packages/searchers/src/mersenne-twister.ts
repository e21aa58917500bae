const SIZE = 624;
const SHIFT = 397;

/** Where a generator stands: everything that is needed to go on with the same numbers. */
export interface RandomState {
  seed: number;
  drawn: number;
}

/**
 * MT19937 seeded and read exactly as numpy's legacy `RandomState`, so that a search with a given seed makes the trials
 * it has always made. The state is kept as (seed, words drawn): two numbers to store at each event, and replaying
 * costs a few microseconds a thousand words.
 */
export class MersenneTwister {
  readonly #seed: number;
  readonly #key = new Uint32Array(SIZE);
  #position = SIZE;
  #drawn: number;

  constructor(state: RandomState) {
    this.#seed = state.seed;
    this.#drawn = state.drawn;
    let word = state.seed >>> 0;
    for (let i = 0; i < SIZE; i += 1) {
      this.#key[i] = word;
      word = (Math.imul(1812433253, word ^ (word >>> 30)) + i + 1) >>> 0;
    }
    const blocks = Math.ceil(state.drawn / SIZE);
    for (let block = 0; block < blocks; block += 1) this.#twist();
    if (blocks > 0) this.#position = state.drawn - SIZE * (blocks - 1);
  }

  state(): RandomState {
    return { seed: this.#seed, drawn: this.#drawn };
  }

  bits32(): number {
    if (this.#position === SIZE) {
      this.#twist();
      this.#position = 0;
    }
    let word = this.#word(this.#position);
    this.#position += 1;
    this.#drawn += 1;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    word ^= word >>> 18;
    return word >>> 0;
  }

  /** A whole number from 0 to `limit`, both included. Draws nothing when there is nothing to choose. */
  upTo(limit: bigint): bigint {
    if (limit <= 0n) return 0n;
    const mask = (1n << BigInt(limit.toString(2).length)) - 1n;
    const wide = limit >= 1n << 32n;
    for (;;) {
      const high = wide ? BigInt(this.bits32()) << 32n : 0n;
      const value = (high | BigInt(this.bits32())) & mask;
      if (value <= limit) return value;
    }
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Number(this.upTo(BigInt(count) - 1n));
  }

  /** [0, 1) with 53 bits. */
  unit(): number {
    const high = this.bits32() >>> 5;
    const low = this.bits32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  uniform(from: number, to: number): number {
    return from + (to - from) * this.unit();
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    let word = 0;
    for (let i = 0; i < length; i += 1) {
      word = i % 4 === 0 ? this.bits32() : word >>> 8;
      bytes[i] = word & 0xff;
    }
    return bytes;
  }

  #word(index: number): number {
    // Cast: every index used is below SIZE, where the array always has a number.
    return this.#key[index] as number;
  }

  #twist(): void {
    for (let i = 0; i < SIZE; i += 1) {
      const word = (this.#word(i) & 0x80000000) | (this.#word((i + 1) % SIZE) & 0x7fffffff);
      this.#key[i] = this.#word((i + SHIFT) % SIZE) ^ (word >>> 1) ^ (word & 1 ? 0x9908b0df : 0);
    }
  }
}
