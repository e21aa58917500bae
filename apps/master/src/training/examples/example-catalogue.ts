import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { notFound } from '@determined/contract/errors.ts';
import type { File } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { z } from 'zod';

const folder = resolve(import.meta.dirname, '../../../../../examples');

const catalogue = z.array(
  z.object({
    name: z.string().regex(/^[a-z0-9-]+$/),
    title: z.string(),
    description: z.string(),
    folder: z.string().regex(/^[a-z0-9-]+$/),
    config: z.string().regex(/^[a-z0-9-]+\.yaml$/),
    seconds: z.number(),
  }),
);
export type Example = z.infer<typeof catalogue>[number];

/** The training jobs that come with the product, in the order they are shown. */
export async function readExamples(): Promise<Example[]> {
  return catalogue.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')));
}

/** An example's configuration and its files, packed as a client sends them. */
export async function loadExample(name: string): Promise<{ config: string; modelDefinition: File[] }> {
  const example = (await readExamples()).find((each) => each.name === name);
  if (!example) throw notFound('example', name);
  const root = join(folder, example.folder);
  const names = (await readdir(root, { recursive: true })).filter((path) => !path.includes('__pycache__')).sort();
  return {
    config: await readFile(join(root, example.config), 'utf8'),
    modelDefinition: await Promise.all(names.map((path) => packed(root, path))),
  };
}

async function packed(root: string, path: string): Promise<File> {
  const info = await stat(join(root, path));
  const isFolder = info.isDirectory();
  return {
    path,
    // tar's type flags as clients send them.
    type: (isFolder ? '5' : '0').charCodeAt(0),
    content: isFolder ? '' : await readFile(join(root, path), 'base64'),
    mtime: Math.floor(info.mtimeMs / 1000),
    mode: info.mode,
    uid: 0,
    gid: 0,
  };
}
