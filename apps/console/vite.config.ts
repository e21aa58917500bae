import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mantineVariables } from './bundling/mantine-variables.ts';
import { manual } from './bundling/manual.ts';
import { precompress } from './bundling/precompress.ts';

const master = process.env.DET_MASTER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/det/',
  plugins: [react(), mantineVariables(), manual(), precompress()],
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/info', '/proxy', '/health', '/experiments', '/checkpoints'].map((path) => [
        path,
        { target: master, changeOrigin: true, ws: true },
      ]),
    ),
  },
});
