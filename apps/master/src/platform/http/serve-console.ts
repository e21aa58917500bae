import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LogoLook } from '../config/logo-settings.ts';

/** The built console; made by the start when it is stale. */
const builtConsole = resolve(import.meta.dirname, '../../../../console/dist');

/** The first script that the built console's page names: another one after each build. */
export async function consoleBuild(folder = builtConsole): Promise<string> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
  return /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** Only our own files: no inline scripts, no inline styles (element styles set by script are none of them). */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const pageHeaders = {
  'Content-Security-Policy': contentPolicy,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Link checkers and load balancers ask for the head of a page. */
const withHead = { exposeHeadRoute: true };

/** Serves the console below /det: files as they are, every other path as its page. Facts: contract, non-proto routes. */
export async function serveConsole(
  server: FastifyInstance,
  { folder = builtConsole, logos }: { folder?: string; logos: Record<LogoLook, string | null> },
): Promise<void> {
  server.get('/', async (_request, reply) => reply.code(301).header('Location', '/det').send());
  if (!existsSync(join(folder, 'index.html'))) {
    server.get('/det*', withHead, async (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send('The console has not been built: npm start builds it.\n'),
    );
    return;
  }
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  const send = (reply: FastifyReply, file: string, cache: string) =>
    reply.headers({ ...pageHeaders, 'Cache-Control': cache }).sendFile(file);
  const page = (reply: FastifyReply) => send(reply, 'index.html', 'no-cache');
  server.get<{ Querystring: { mode?: string; orientation?: string } }>(
    '/det/customer-assets/logo',
    withHead,
    async ({ query: { mode, orientation } }, reply) => {
      const look =
        `${mode === 'dark' ? 'dark' : 'light'}_${orientation === 'vertical' ? 'vertical' : 'horizontal'}` as const;
      const file = logos[look];
      if (file === null || !existsSync(file)) return noPicture(reply);
      return reply.headers(pageHeaders).sendFile(basename(file), dirname(resolve(file)));
    },
  );
  server.get('/det', withHead, async (_request, reply) => page(reply));
  server.get<{ Params: { '*': string } }>('/det/*', withHead, async (request, reply) => {
    const path = request.params['*'];
    // A page is no picture.
    if (path.startsWith('customer-assets/')) return noPicture(reply);
    const file = resolve(folder, path);
    const isFile = file.startsWith(`${folder}/`) && /\.[a-z0-9]+$/i.test(path) && existsSync(file);
    if (!isFile || path === 'index.html') return page(reply);
    // Files with a content hash in their name never change.
    const forever = path.startsWith('assets/');
    return send(reply, path, forever ? 'public, max-age=31536000, immutable' : 'public, max-age=600');
  });
}

const noPicture = (reply: FastifyReply) =>
  reply.code(404).type('application/json; charset=UTF-8').send({ message: 'Not Found' });
