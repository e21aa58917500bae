/**
 * Why pip failed, in a sentence that names the package: pip says it in several lines, the decisive one seldom last. Given
 * all of its output.
 */
export function pipFailure(lines: readonly string[]): string {
  const find = (pattern: RegExp) => {
    for (const line of lines) {
      const match = pattern.exec(line);
      if (match) return match;
    }
    return null;
  };
  const unreached = find(/^\s*WARNING: Retrying .*?after connection broken by '(.*)': (\S+)/);
  const unfound = find(/Could not find a version that satisfies the requirement (.+?) \(from versions: (.*)\)/);
  const wanted = unfound?.[1] ?? find(/No matching distribution found for (.+)/)?.[1];
  if (unreached !== null && (unfound === null || unfound[2] === 'none')) {
    const asked = wanted ?? unreached[2]?.split('/').filter(Boolean).at(-1) ?? 'packages';
    return `the package index could not be reached for ${plain(asked)}: ${networkCause(unreached[1] ?? '')}`;
  }
  const python = find(/Package '(.+?)' requires a different Python: (\S+) not in '(.+)'/);
  if (python) return `${python[1]} needs Python ${python[3]}, and this machine's is ${python[2]}`;
  const conflict = find(/Cannot install (.+) because these package versions have conflicting dependencies/);
  if (conflict) return `${plain(conflict[1] ?? '')} cannot be installed together: ${conflictCauses(lines)}`;
  if (unfound) {
    return unfound[2] === 'none'
      ? `no package fits ${plain(unfound[1] ?? '')}: the index has none of that name for this Python and machine`
      : `no version fits ${plain(unfound[1] ?? '')}: the index has ${fewOf(unfound[2] ?? '')}`;
  }
  if (wanted !== undefined) return `no package fits ${plain(wanted)}`;
  const refused =
    find(/(?:HTTP error|ERROR: HTTP) (4\d\d|5\d\d).*?(?:getting|for url:?) (\S+)/i) ??
    find(/\b(401|403) Client Error.*url: (\S+)/);
  if (refused) return `the package index refused ${refused[2]} (${refused[1]})`;
  if (find(/No space left on device/)) return 'there is no room on the disk';
  const built = lines.findIndex((line) =>
    /subprocess-exited-with-error|Failed (?:to build|building wheel)|metadata-generation-failed/.test(line),
  );
  if (built >= 0) return `${builtPackage(lines, built)} could not be built: ${buildCause(lines.slice(built))}`;
  const last = lines.findLast((line) => /^\s*ERROR:/i.test(line)) ?? lines.findLast((line) => line.trim() !== '');
  return (last ?? 'pip said nothing').replace(/^\s*ERROR:\s*/i, '').trim();
}

/** Without where pip has it from: `(from x)`, `(from -r /…/requirements.txt (line 2))`. */
const plain = (wanted: string): string => wanted.replace(/ \(from .*$/, '').trim();

function fewOf(versions: string): string {
  const all = versions.split(', ');
  return all.length > 8 ? `${all.slice(-8).join(', ')} and ${all.length - 8} older` : all.join(', ');
}

function networkCause(error: string): string {
  const named =
    /(Name or service not known|Temporary failure in name resolution|Connection refused|[Tt]imed out|certificate verify failed|Tunnel connection failed: [^'"]+|No route to host)/.exec(
      error,
    );
  return named?.[1] ?? error.slice(0, 200);
}

/** `The conflict is caused by:`, then one cause a line, indented, until an empty line. */
function conflictCauses(lines: readonly string[]): string {
  const from = lines.findIndex((line) => line.startsWith('The conflict is caused by:'));
  const rest = lines.slice(from + 1);
  const causes = rest.slice(0, rest.findIndex((line) => line.trim() === '') >>> 0).map((line) => line.trim());
  return from < 0 || causes.length === 0 ? 'their dependencies conflict' : causes.join('; ');
}

function builtPackage(lines: readonly string[], at: number): string {
  const named = lines
    .map((line) => /Failed building wheel for (\S+)|Building wheel for (\S+) \(/.exec(line))
    .find(Boolean);
  if (named) return named[1] ?? named[2] ?? '';
  return (
    /Collecting (\S+)/.exec(lines.slice(0, at).findLast((line) => line.startsWith('Collecting ')) ?? '')?.[1] ??
    'a package'
  );
}

/** The last line of what its own program printed; pip draws it behind a bar. */
function buildCause(lines: readonly string[]): string {
  const own = lines
    .map((line) => line.replace(/^[\s│╰─>×]+/, ''))
    .filter((line) => /^\w*(Error|Exception)\b|^error:|: error:|not found$/.test(line));
  return (
    own.find((line) => !/subprocess-exited-with-error|metadata-generation-failed/.test(line)) ?? 'its build failed'
  );
}
