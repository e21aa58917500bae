/** Escapes that stand for one of several characters or a place. Any other letter or digit may begin a longer escape. */
const simpleEscapes = 'dDwWsSbBAzntrfva';
/** Characters that a pattern without regard to case takes beyond ASCII too: the Kelvin sign, the long s. */
const foldsElsewhere = /[ks]/i;

/**
 * Texts that surely occur, apart from their case, in whatever an RE2 pattern matches: runs of plain ASCII characters
 * outside groups, classes and repetitions. None where the pattern has alternatives or something that is not understood:
 * a text too few costs time only, one too many would lose lines.
 */
export function requiredTexts(whole: string): string[] {
  const ignoresCase = /\(\?[^):]*i/.test(whole);
  const pattern = whole.replace(/^\(\?[a-zA-Z-]+\)/, '');
  // What repeats flags in between repeats what stands before them.
  if (/\(\?[a-zA-Z-]*\)/.test(pattern)) return [];
  const found: string[] = [];
  let run = '';
  const endRun = () => {
    if (run !== '') found.push(run);
    run = '';
  };
  for (let at = 0; at < pattern.length; at++) {
    let char = pattern.charAt(at);
    if (char === '|' || char === ')') return [];
    if (char === '(' || char === '[') {
      const end = char === '(' ? groupEnd(pattern, at) : classEnd(pattern, at);
      if (end === undefined) return [];
      at = end;
      endRun();
      continue;
    }
    if (char === '*' || char === '?' || char === '{') {
      const braces = char === '{' ? /^\{\d+(?:,\d*)?\}/.exec(pattern.slice(at))?.[0] : char;
      if (braces === undefined) return [];
      at += braces.length - 1;
      // The last character may be missing.
      run = run.slice(0, -1);
      endRun();
      continue;
    }
    if (char === '\\') {
      char = pattern.charAt(++at);
      if (/[a-zA-Z0-9]/.test(char)) {
        if (!simpleEscapes.includes(char)) return [];
        endRun();
        continue;
      }
    } else if ('.^$+'.includes(char)) {
      endRun();
      continue;
    }
    if (char === '' || char > '\u007f' || (ignoresCase && foldsElsewhere.test(char))) endRun();
    else run += char;
  }
  endRun();
  return found;
}

/** Where the group ends that begins here. */
function groupEnd(pattern: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    // What stands between \Q and \E is no syntax.
    if (char === '\\' && pattern.charAt(++at) === 'Q') return undefined;
    if (char === '[') {
      const end = classEnd(pattern, at);
      if (end === undefined) return undefined;
      at = end;
    }
    if (char === '(') depth++;
    if (char === ')' && --depth === 0) return at;
  }
  return undefined;
}

/** Where the class ends that begins here; undefined for one that holds a class. */
function classEnd(pattern: string, start: number): number | undefined {
  let at = start + 1;
  if (pattern.charAt(at) === '^') at++;
  // In the first place a bracket stands for itself.
  if (pattern.charAt(at) === ']') at++;
  for (; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === '[') return undefined;
    if (char === ']') return at;
    if (char === '\\' && pattern.charAt(++at) === 'Q') return undefined;
  }
  return undefined;
}
