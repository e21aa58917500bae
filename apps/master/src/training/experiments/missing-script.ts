import type { ExperimentConfig } from '../shared/config/experiment-config-format.ts';

type Entrypoint = ExperimentConfig['entrypoint'];

/**
 * The file that an entrypoint names and that is not among an experiment's files, as it names it; undefined where it is there, or
 * where only a shell or Python itself can tell. It may still come from a start-up hook, so this refuses nothing.
 */
export function missingScript(entrypoint: Entrypoint, paths: readonly string[]): string | undefined {
  const words = wordsOf(entrypoint);
  if (!words) return undefined;
  const files = new Set(paths.map(plain));
  const folders = new Set(
    [...files].flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))),
  );
  if (words.length === 1) {
    const [legacy] = words[0]?.match(/^[A-Za-z_][\w.]*(?=:[A-Za-z_][\w.]*$)/) ?? [];
    if (legacy !== undefined)
      return lacksModule(legacy, files, folders) ? `${legacy.replaceAll('.', '/')}.py` : undefined;
  }
  const named = namedByCommand(words);
  if (named === undefined) return undefined;
  if ('module' in named) {
    // A module of no file of the experiment may be an installed one.
    const [top = ''] = named.module.split('.');
    const own = folders.has(top) || files.has(`${top}.py`);
    return own && lacksModule(named.module, files, folders) ? `${named.module.replaceAll('.', '/')}.py` : undefined;
  }
  return isOutside(named.script) || files.has(plain(named.script)) ? undefined : named.script;
}

/** Its words, where they are plain: what a shell makes of the others is not known before it runs. */
function wordsOf(entrypoint: Entrypoint): string[] | undefined {
  if (Array.isArray(entrypoint)) return entrypoint.length > 0 ? entrypoint : undefined;
  if (typeof entrypoint !== 'string' || /[^\w\s./:=@%+,-]/.test(entrypoint)) return undefined;
  const words = entrypoint.trim().split(/\s+/);
  return words[0] ? words : undefined;
}

function namedByCommand(words: readonly string[]): { script: string } | { module: string } | undefined {
  const [program = '', ...rest] = words;
  if (/^(\.\/)?[\w./-]+\.(py|sh)$/.test(program)) return { script: program };
  const isPython = /^python(3(\.\d+)?)?$/.test(program);
  if (!isPython && !/^(ba|da)?sh$/.test(program)) return undefined;
  const at = rest.findIndex((word) => word !== '-u' && word !== '-O' && word !== '-B');
  const first = rest[at];
  if (first === undefined) return undefined;
  if (isPython && first === '-m') {
    const [module, ...more] = rest.slice(at + 1);
    if (!module?.startsWith('determined.launch.')) return module === undefined ? undefined : { module };
    // The platform's launchers take the user's own command behind their options.
    const own = more.findIndex((word) => /^python(3(\.\d+)?)?$/.test(word) || /\.py$/.test(word));
    return own < 0 ? undefined : namedByCommand(more.slice(own));
  }
  return first.startsWith('-') ? undefined : { script: first };
}

function lacksModule(name: string, files: ReadonlySet<string>, folders: ReadonlySet<string>): boolean {
  const path = name.replaceAll('.', '/');
  return !files.has(`${path}.py`) && !folders.has(path);
}

const plain = (path: string) => path.replace(/^(\.\/)+/, '').replace(/\/$/, '');
const isOutside = (path: string) => path.startsWith('/') || path.startsWith('~') || path.split('/').includes('..');
