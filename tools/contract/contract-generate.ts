// Writes packages/contract/src/**/*-generated.ts from packages/contract/facts; with --check fails where one is stale.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractFiles } from './contract-files.ts';
import { contractFolder, readFacts } from './facts.ts';

/** Paths below packages/contract/src that differ from what the facts give, or should not be there. */
export function staleFiles(files: Map<string, string>, source: URL): string[] {
  const stale = [...files]
    .filter(([path, text]) => readOrNothing(new URL(path, source)) !== text)
    .map(([path]) => path);
  return [...stale, ...leftOvers(files, source)];
}

function leftOvers(files: Map<string, string>, source: URL): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('-generated.ts') && !files.has(path),
  );
}

function readOrNothing(path: URL): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function main(check: boolean): void {
  const source = new URL('src/', contractFolder);
  const files = contractFiles(readFacts());
  const stale = staleFiles(files, source);
  if (check) {
    for (const path of stale) console.error(`stale: packages/contract/src/${path}`);
    process.exitCode = stale.length > 0 ? 1 : 0;
    return;
  }
  for (const path of leftOvers(files, source)) rmSync(new URL(path, source));
  for (const [path, text] of files) {
    mkdirSync(dirname(fileURLToPath(new URL(path, source))), { recursive: true });
    writeFileSync(new URL(path, source), text);
  }
  console.log(`${files.size} files, ${stale.length} changed`);
}

if (import.meta.main) main(process.argv.includes('--check'));
