import { isAscii } from 'node:buffer';

const lengthBytes = 4;

/** The texts of some lines as one UTF-8 text and where each ends: a search looks at all of them at once. */
export class ChunkTexts {
  /** All texts, one after the other. */
  readonly bytes: Buffer;
  /** Where each ends in `bytes`. */
  private readonly ends: Uint32Array;
  private ascii: boolean | undefined;
  private whole: string | undefined;

  private constructor(bytes: Buffer, ends: Uint32Array) {
    this.bytes = bytes;
    this.ends = ends;
  }

  /** Half a character of two halves becomes U+FFFD, as everywhere in UTF-8. */
  static of(texts: readonly string[]): ChunkTexts {
    const ends = new Uint32Array(texts.length);
    let end = 0;
    const whole = texts.map((text, line) => {
      const wellFormed = text.toWellFormed();
      end += Buffer.byteLength(wellFormed);
      ends[line] = end;
      return wellFormed;
    });
    return new ChunkTexts(Buffer.from(whole.join('')), ends);
  }

  /** From what `pack` gave. */
  static unpack(packed: Buffer): ChunkTexts {
    const count = packed.readUInt32LE(0);
    const ends = new Uint32Array(count);
    let end = 0;
    for (let line = 0; line < count; line++) {
      end += packed.readUInt32LE((line + 1) * lengthBytes);
      ends[line] = end;
    }
    return new ChunkTexts(packed.subarray((count + 1) * lengthBytes), ends);
  }

  /** How many there are and how long each is, in 32 bits each, little end first, then the texts. */
  pack(): Buffer {
    const head = Buffer.alloc((this.count + 1) * lengthBytes);
    head.writeUInt32LE(this.count, 0);
    for (let line = 0; line < this.count; line++)
      head.writeUInt32LE(this.end(line) - this.start(line), (line + 1) * lengthBytes);
    return Buffer.concat([head, this.bytes]);
  }

  get count(): number {
    return this.ends.length;
  }

  get isAscii(): boolean {
    this.ascii ??= isAscii(this.bytes);
    return this.ascii;
  }

  /** All texts as if each byte were a character: of ASCII it is what stands there. */
  get latin1(): string {
    this.whole ??= this.bytes.toString('latin1');
    return this.whole;
  }

  /** Where a line's text begins and ends in `bytes`. */
  start(line: number): number {
    return line === 0 ? 0 : this.end(line - 1);
  }

  end(line: number): number {
    return this.ends[line] ?? this.bytes.length;
  }

  text(line: number): string {
    const [start, end] = [this.start(line), this.end(line)];
    return this.isAscii ? this.latin1.slice(start, end) : this.bytes.toString('utf8', start, end);
  }

  /** The line that has this byte. */
  lineAt(byte: number): number {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.end(middle) > byte) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
