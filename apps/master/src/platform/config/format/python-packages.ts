import { masked } from './checkpoint-storage.ts';
import { isObject, type Json } from './json.ts';
import { list, type Node, node, type Place, text } from './node.ts';
import { object, omitted } from './object.ts';

/** Words of pip's own form of a requirement: a name, extras, versions, a marker. */
const named = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?';
const extras = String.raw`\[\s*(?:${named}(?:\s*,\s*${named})*)?\s*\]`;
const version = String.raw`(?:===?|~=|!=|<=?|>=?)\s*[A-Za-z0-9.*+!_-]+`;
const versions = String.raw`${version}(?:\s*,\s*${version})*`;
const marker = String.raw`;[A-Za-z0-9\s.'"<>=!~()*+_-]+`;
const requirement = new RegExp(
  String.raw`^(${named})\s*(${extras})?\s*(?:@\s*(\S+)|\(?\s*(${versions})?\s*\)?)\s*(${marker})?$`,
);
const longest = 1000;
const mostLines = 1000;

/** What is wrong with a line that is to be a requirement, if anything. */
export function refusedRequirement(line: string, { urls = false } = {}): string | undefined {
  if (line.length > longest) return `is longer than ${longest} characters`;
  if (line.startsWith('-')) return 'is an option of pip, not a requirement';
  const [, , , url] = requirement.exec(line) ?? [undefined];
  if (!requirement.test(line)) {
    if (/^[a-z+]+:\/\//i.test(line) || /^[./~]|[\\/]/.test(line))
      return 'is an address or a path, not a requirement such as numpy<2';
    return 'is not a requirement such as numpy<2';
  }
  if (url === undefined) return undefined;
  if (!/^(https|git\+https):\/\//.test(url)) return 'names an address that is neither https nor git+https';
  if (/\/\/[^/]*@/.test(url) || url.includes('$')) return 'names an address with a login';
  return urls ? undefined : 'names an address, which this cluster does not allow (python_environments.allow_urls)';
}

/** The same text for the same requirement, however it is written. */
export function normalRequirement(line: string): string {
  const [, name = '', extra = '', url, wanted = '', when = ''] = requirement.exec(line) ?? [];
  const plain = name.toLowerCase().replace(/[-_.]+/g, '-');
  const close = (words: string) => words.replace(/\s+/g, '').split(',').toSorted().join(',');
  const inner = extra.slice(1, -1);
  const what = `${plain}${inner.trim() === '' ? '' : `[${close(inner)}]`}${url ? ` @ ${url}` : close(wanted)}`;
  return when === '' ? what : `${what} ; ${when.slice(1).trim().replace(/\s+/g, ' ')}`;
}

const requirements: Node<string | string[]> = node(['string', 'array'], {
  check(value, place) {
    if (typeof value === 'string') return checkPath(value, place);
    list(text()).check(value, place);
    if (!Array.isArray(value)) return;
    if (value.length > mostLines) place.report(`has more than ${mostLines} lines`);
    value.slice(0, mostLines).forEach((line, i) => {
      // Whether addresses are allowed is the cluster's to say, once the configuration is complete.
      const refused = typeof line === 'string' ? refusedRequirement(line.trim(), { urls: true }) : undefined;
      if (refused !== undefined) place.index(i).report(`${JSON.stringify(line)} ${refused}`);
    });
  },
});

function checkPath(path: string, place: Place): void {
  const parts = path.split('/');
  if (path === '' || path.startsWith('/') || path.includes('\\') || path.includes('\0') || parts.includes('..'))
    place.report(`${JSON.stringify(path)} is not the path of a file in the context`);
}

const index = text((value) => {
  if (value.includes(masked)) return 'holds asterisks in the place of its login: it has to be written anew';
  if (/[\s$]/.test(value) || !URL.canParse(value)) return 'is not the address of a package index';
  const { protocol } = new URL(value);
  return ['https:', 'http:', 'file:'].includes(protocol)
    ? undefined
    : 'is not the address of a package index: http, https or file';
});

/** Packages that tasks get besides. A stronger layer's requirements replace a weaker one's; so does the index. */
export const pythonPackages = object({
  requirements: omitted(requirements),
  index: omitted(index),
});

/** In defaults of clusters and pools: a path would name a file of everybody's. */
export const pythonPackagesForAll: Node<unknown> = {
  ...pythonPackages,
  check(value, place) {
    pythonPackages.check(value, place);
    if (isObject(value) && typeof value.requirements === 'string')
      place.key('requirements').report('must be a list of requirements here');
  },
};

/** Without the login of its index. */
export function redactPackages<P extends { index?: Json | undefined }>(python: P): P {
  return typeof python.index === 'string' ? { ...python, index: redactIndex(python.index) } : python;
}

export const redactIndex = (address: string): string => address.replace(/^(\w+:\/\/)[^/?#]*@/, `$1${masked}@`);
