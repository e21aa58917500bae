import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);

/** Below this a packet is a packet. */
const leastBytes = 1_000;

/**
 * Writes `.gz` and `.br` beside every text file, which the master sends as they are. Browsers ask for Brotli on https
 * and localhost only, hence both.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css|html|svg)$/.test(fileName));
      await Promise.all(
        texts.map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!dir || content.length < leastBytes) return;
          const path = join(dir, file.fileName);
          const [gz, br] = await Promise.all([
            zip(content, { level: 9 }),
            brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
          ]);
          await Promise.all([writeFile(`${path}.gz`, gz), writeFile(`${path}.br`, br)]);
        }),
      );
    },
  };
}
