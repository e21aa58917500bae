import { inflated } from '../encoding/pieces.ts';
import { appendCurve, appendRollup, coarserRollup, emptyCurve, encodeBuckets } from '../encoding/rollup.ts';
import { splitColumns } from '../encoding/stored-rows.ts';

/** The roll-ups of one name in chunks that stand one after the other: their lengths, and the bytes in the same order. */
export interface StretchColumn {
  name: string;
  lengths: number[];
  data: Uint8Array;
}

/** Runs on another thread: with a hundred names it is the inflating of thousands of pieces. */
export default function encodeStretch(columns: readonly StretchColumn[]): { name: string; rollup: Uint8Array }[] {
  return columns.map(({ name, lengths, data }) => {
    const stretch = emptyCurve();
    for (const chunk of splitColumns({ names: lengths.map(() => name), lengths, data })) {
      const curve = emptyCurve();
      appendRollup(curve, inflated(chunk.data));
      appendCurve(stretch, coarserRollup(curve));
    }
    return { name, rollup: encodeBuckets(stretch) };
  });
}
