import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface TestPackage {
  name: string;
  version: string;
  /** Of its only module. */
  code: string;
  requires?: string[];
}

/** A wheel of pure Python in this folder; its path. */
export async function makeWheel(folder: string, { name, version, code, requires = [] }: TestPackage): Promise<string> {
  const module = name.replaceAll('-', '_');
  const path = join(folder, `${module}-${version}-py3-none-any.whl`);
  const about = `${module}-${version}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...requires.map((one) => `Requires-Dist: ${one}`),
  ];
  const files = {
    [`${module}/__init__.py`]: code,
    [`${about}/METADATA`]: `${metadata.join('\n')}\n`,
    [`${about}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${about}/RECORD`]: '',
  };
  const write = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    for name, text in json.loads(sys.argv[2]).items(): wheel.writestr(name, text)`;
  await run('python3', ['-c', write, path, JSON.stringify(files)]);
  return path;
}

/** An index of packages in a folder, as pip reads one; its address. */
export async function packageIndex(folder: string, packages: readonly TestPackage[]): Promise<string> {
  for (const [name, versions] of Map.groupBy(packages, (one) => one.name)) {
    const place = join(folder, name);
    await mkdir(place, { recursive: true });
    const wheels = await Promise.all(versions.map((one) => makeWheel(place, one)));
    const links = wheels.map((path) => path.slice(place.length + 1)).map((file) => `<a href="${file}">${file}</a>`);
    await writeFile(join(place, 'index.html'), `<!DOCTYPE html><html><body>${links.join('\n')}</body></html>`);
  }
  return pathToFileURL(folder).href;
}
