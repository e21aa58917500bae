/** Text in one style; `tone` names a colour of the theme. */
export interface AnsiSpan {
  text: string;
  tone?: AnsiTone;
  bold?: boolean;
}

export type AnsiTone = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'muted';

const TONES: Record<number, AnsiTone | undefined> = {
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'magenta',
  36: 'cyan',
  90: 'muted',
  91: 'red',
  92: 'green',
  93: 'yellow',
  94: 'blue',
  95: 'magenta',
  96: 'cyan',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with a control character
const SEQUENCE = /\u001b(?:\[([\d;:]*)([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/**
 * A line as spans: colours and bold are kept, all other escape sequences dropped. Of a line that rewrites itself (a progress bar) what is
 * left at the end is shown.
 */
export function parseAnsi(raw: string): AnsiSpan[] {
  const line = lastWritten(raw);
  if (!line.includes('\u001b')) return line === '' ? [] : [{ text: visible(line) }];
  const spans: AnsiSpan[] = [];
  let style: Omit<AnsiSpan, 'text'> = {};
  let at = 0;
  const push = (text: string) => {
    if (text !== '') spans.push({ text: visible(text), ...style });
  };
  for (const match of line.matchAll(SEQUENCE)) {
    push(line.slice(at, match.index));
    at = match.index + match[0].length;
    if (match[2] === 'm') style = restyled(style, match[1] ?? '');
  }
  push(line.slice(at));
  return spans;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/g;

/** Control characters as the pictures that Unicode has of them (NUL is ␀): nothing that a program wrote is hidden. */
function visible(text: string): string {
  return text.replace(CONTROL, (sign) => (sign === '\u007f' ? '␡' : String.fromCharCode(0x2400 + sign.charCodeAt(0))));
}

/** The text alone. */
export function plainText(raw: string): string {
  return parseAnsi(raw)
    .map((span) => span.text)
    .join('');
}

function lastWritten(raw: string): string {
  const line = raw.replace(/[\r\n]+$/, '');
  const at = line.lastIndexOf('\r');
  return at < 0 ? line : line.slice(at + 1);
}

function restyled(style: Omit<AnsiSpan, 'text'>, codes: string): Omit<AnsiSpan, 'text'> {
  let next = { ...style };
  const list = codes.split(/[;:]/).map(Number);
  for (let i = 0; i < list.length; i++) {
    const code = list[i] ?? 0;
    if (code === 0) next = {};
    else if (code === 1) next.bold = true;
    else if (code === 22) next.bold = undefined;
    else if (code === 39 || code === 30 || code === 37 || code === 97) next.tone = undefined;
    // 256 and true colours: 38;5;n and 38;2;r;g;b are read over.
    else if (code === 38 || code === 48) i += list[i + 1] === 2 ? 4 : 2;
    else if (TONES[code]) next.tone = TONES[code];
  }
  return next;
}
