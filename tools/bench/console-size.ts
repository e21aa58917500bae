import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { plainEnvironment, repository, startWhole, temporaryFolder } from './bench-master.ts';
import type { Bench, Figure } from './figure.ts';
import { Caller, median, timed } from './http-load.ts';

/** What Vite writes about each file it made. */
interface Built {
  /** Of a chunk that several pages share. */
  name?: string;
  file: string;
  src?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isDynamicEntry?: boolean;
}

const home = join(repository, 'apps', 'console');
const [page, signIn] = ['index.html', 'src/identity/auth/sign-in/sign-in-page.tsx'];

export const consoleSize: Bench = {
  name: 'console',
  measure: async (place) => {
    place.note('building the console');
    const folder = temporaryFolder();
    try {
      await promisify(execFile)(
        process.execPath,
        [join(repository, 'node_modules/vite/bin/vite.js'), 'build', '--manifest', '--outDir', folder, '--emptyOutDir'],
        { cwd: home, env: plainEnvironment() },
      );
      const manifest: Record<string, Built> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
      // The shell lies in the chunk of what every page shares.
      const shell = Object.keys(manifest).find((key) => manifest[key]?.name === 'frame') ?? 'the frame';
      const size = (files: Iterable<string>) =>
        [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) /
        1024;
      const first = filesOf(manifest, [page, signIn]);
      const inside = filesOf(manifest, [page, shell]);
      const figures: Figure[] = [
        { what: 'Script and style of the sign-in page, gzip', value: size(first), unit: 'KB', aim: { atMost: 200 } },
        { what: 'Their files', value: first.size, unit: 'files', aim: { atMost: 10 } },
        { what: 'More for the frame of every other page', value: size(without(inside, first)), unit: 'KB' },
      ];
      for (const [name, { isDynamicEntry }] of Object.entries(manifest)) {
        if (!isDynamicEntry || name === signIn || name === shell || !name.endsWith('-page.tsx')) continue;
        // A page within another one, such as a tab: that one is there before it.
        const around = Object.keys(manifest).filter((other) => manifest[other]?.dynamicImports?.includes(name));
        const there = filesOf(manifest, [page, shell, ...around]);
        const more = without(filesOf(manifest, [name]), there);
        const what = `More for ${name.split('/').at(-1)?.replace('.tsx', '')}`;
        figures.push({ what, value: size(more), unit: 'KB', aim: { atMost: 60 } });
        figures.push({ what: `${what}, files`, value: more.length, unit: 'files', aim: { atMost: 6 } });
      }
      place.note('the sign-in page over HTTP');
      return [...figures, ...(await fetched(folder))];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function fetched(built: string): Promise<Figure[]> {
  const folder = temporaryFolder();
  const bare = await fileServer(built);
  try {
    const running = await startWhole(folder);
    try {
      const { ms, bytes } = await fetchAll(running.address);
      const baseline = { what: 'Node serving the files from memory', value: (await fetchAll(bare.address)).ms };
      return [
        { what: 'The sign-in page and all that it names, fetched', value: ms, unit: 'ms', baseline },
        { what: 'Its bytes as the browser gets them', value: bytes / 1024, unit: 'KB', aim: { atMost: 200 } },
      ];
    } finally {
      await running.stop();
    }
  } finally {
    bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Script and style that a page needs at once: the files of these sources and all that they import statically. */
function filesOf(manifest: Record<string, Built>, sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string) => {
    const built = manifest[name];
    if (!built) throw new Error(`The build has no ${name}.`);
    if (seen.has(name)) return;
    seen.add(name);
    files.add(built.file);
    for (const style of built.css ?? []) files.add(style);
    for (const other of built.imports ?? []) add(other);
  };
  for (const source of sources) add(source);
  return files;
}

function without(files: ReadonlySet<string>, loaded: ReadonlySet<string>): string[] {
  return [...files].filter((file) => !loaded.has(file));
}

/** The page, and then at once what it names. */
async function fetchAll(address: string): Promise<{ ms: number; bytes: number }> {
  const caller = new Caller(address, 6);
  const get = (path: string) => caller.send({ method: 'GET', path }, { 'Accept-Encoding': 'gzip, br' });
  let bytes = 0;
  try {
    const ms = await median(15, () =>
      timed(async () => {
        const html = (await caller.send({ method: 'GET', path: '/det/login' })).text();
        const named = [...html.matchAll(/(?:src|href)="(\/det\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
        if (named.length === 0) throw new Error(`${address}/det/login names no script`);
        const answers = await Promise.all(named.map(get));
        bytes = answers.reduce((sum, answer) => sum + answer.bytes, html.length);
      }),
    );
    return { ms, bytes };
  } finally {
    caller.close();
  }
}

/** The least that can serve the files: all of them in memory. */
async function fileServer(folder: string): Promise<{ address: string; stop(): void }> {
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(folder, name)).isFile()) files.set(`/det/${name}`, readFileSync(join(folder, name)));
  }
  const server = createServer(({ url }, answer) => {
    answer.end(files.get(url ?? '') ?? files.get('/det/index.html'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
