import { invalidArgument } from '@determined/contract/errors.ts';
import { parseElsewhereBytes } from '@determined/contract/limits.ts';
import { Moving } from '../threads/moving.ts';
import { elsewhere } from '../threads/run-elsewhere.ts';
import packNow, { type PackedFiles, type ToPack } from './pack-now.ts';

const packElsewhere = elsewhere<typeof packNow>(new URL('./pack-now.ts', import.meta.url));

/**
 * The user's files as a tar.gz. Nothing in it may land outside the folder it is unpacked in: absolute paths, `..`, NUL
 * and links that leave are refused with the path named. Many bytes are packed on another thread, to which contents that
 * are bytes are moved. @param by whose they are. Facts: python client 10.
 */
export async function packFiles(by: string, given: ToPack): Promise<PackedFiles> {
  const contents = given.files.map(({ content }) => content);
  const size = contents.reduce((sum, content) => sum + content.length, 0);
  if (size <= parseElsewhereBytes) return (await packNow(given)).value;
  // Those of one request share their memory.
  const moved = new Set(
    contents.flatMap((content) => (typeof content === 'string' ? [] : [content.buffer as ArrayBuffer])),
  );
  const answer = await packElsewhere(by, new Moving(given, [...moved]));
  if ('refused' in answer) throw invalidArgument(answer.refused);
  const { archive, ...rest } = answer.value;
  // From another thread buffers come as plain arrays of bytes.
  return { archive: Buffer.from(archive.buffer, archive.byteOffset, archive.length), ...rest };
}
