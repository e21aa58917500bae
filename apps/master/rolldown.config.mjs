import { dirname, join, relative } from 'node:path';
import { defineConfig } from 'rolldown';

const built = join(import.meta.dirname, 'dist');

/** Modules go on knowing where their source stands: they find programs of threads, migrations and examples from there. */
const whereSourcesStand = {
  name: 'where-sources-stand',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\./ },
    handler(text, id) {
      const source = relative(built, id);
      const code = text
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(source)}`)})`);
      // Lines stay where they are.
      return { code, map: null };
    },
  },
};

/** V8 keeps the whole text of what it runs, and one letter beyond ASCII makes each of its letters two bytes. */
const oneByteLetters = {
  name: 'one-byte-letters',
  generateBundle(_options, bundle) {
    for (const { fileName, code = '' } of Object.values(bundle)) {
      // What `charset` cannot write otherwise stands in a raw template.
      const [there] = /.{0,40}[^\0-\x7f].{0,40}/.exec(code) ?? [];
      if (there && !fileName.endsWith('.map')) this.error(`${fileName} has a letter beyond ASCII: ${there}`);
    }
  },
};

/** One file in place of some 1,600: more than half of a start went into finding, reading and linking them. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // What loads compiled code from beside itself, and what is tried and done without.
  external: ['koffi', 'pg-native', 'bufferutil', 'utf-8-validate'],
  plugins: [whereSourcesStand, oneByteLetters],
  // Also what is loaded when asked for: a build beside a running master must not take its files away.
  output: {
    format: 'esm',
    sourcemap: true,
    codeSplitting: false,
    charset: 'ascii',
    comments: false,
  },
});
