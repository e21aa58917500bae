import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { chunkGroups } from './bundling/chunk-groups.ts';
import { compiledAhead } from './bundling/compiled-ahead.ts';
import { formatsWhenUsed } from './bundling/formats-when-used.ts';
import { mantineVariables } from './bundling/mantine-variables.ts';
import { manual } from './bundling/manual.ts';
import { precompress } from './bundling/precompress.ts';

const master = process.env.DET_MASTER ?? 'http://127.0.0.1:8080';

/** What pages share and show at once, and the larger parts of pages that a reader waits for. */
const shownAtOnce = [
  'index',
  'shell',
  'frame',
  'common',
  'training',
  'tables',
  'learning-curve',
  'plot-area',
  'reader',
  'rows',
];

const parts: InlineConfig = {
  base: '/det/',
  plugins: [react(), mantineVariables(), manual(), formatsWhenUsed()],
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
};

export default defineConfig(async ({ command }) => ({
  ...parts,
  plugins: [parts.plugins, compiledAhead([...shownAtOnce, /-page$/]), precompress()],
  build: {
    ...parts.build,
    rolldownOptions:
      command === 'build'
        ? { output: { codeSplitting: { groups: await chunkGroups({ ...parts, root: import.meta.dirname }) } } }
        : {},
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/info', '/proxy', '/health', '/experiments', '/checkpoints'].map((path) => [
        path,
        { target: master, changeOrigin: true, ws: true },
      ]),
    ),
  },
}));
