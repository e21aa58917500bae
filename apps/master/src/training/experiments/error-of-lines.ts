/** A line of a log, as far as this asks. */
interface Line {
  n: number;
  level: string | null;
  text: string;
}

export interface FoundError {
  n: number;
  text: string;
  frames: string[];
}

/** "ValueError: …", "torch.cuda.OutOfMemoryError: …": what Python ends a traceback with. */
const exception = /^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Failure)(?::.*)?$/;
const begins = /^Traceback \(most recent call last\):/;
/** Of a traceback so many lines are told, each so long. */
const mostFrames = 4;
const mostText = 500;
/** A traceback is looked for so far above its end. */
const longest = 200;

/** Colours of terminals, as logs have them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences begin with that character
const ansi = /\u001b\[[0-9;]*m/g;
const plain = (text: string) => text.replace(ansi, '').trimEnd();
const short = (text: string) => (text.length > mostText ? `${text.slice(0, mostText)}…` : text);

/** Why what wrote these lines failed: the end of the last traceback, else the last exception, else the last error. */
export function errorOfLines(lines: readonly Line[]): FoundError | null {
  const texts = lines.map(({ text }) => plain(text));
  const ends = texts.findLastIndex((text) => exception.test(text));
  const at = ends >= 0 ? ends : lines.findLastIndex(({ level }) => level === 'ERROR' || level === 'CRITICAL');
  const line = lines[at];
  if (!line) return null;
  const above = texts.slice(Math.max(0, at - longest), at);
  const frames = above
    .slice(above.findLastIndex((text) => begins.test(text)) + 1)
    .filter((text) => /^\s+\S/.test(text));
  const traced = above.some((text) => begins.test(text));
  return { n: line.n, text: short(texts[at] ?? ''), frames: traced ? frames.slice(-mostFrames).map(short) : [] };
}

/** The same for what differs in numbers, addresses, paths and quoted names alone. */
export function signatureOf(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '#')
    .replace(/0x[0-9a-f]+/gi, '#')
    .replace(/(?:\/[\w.+@-]+){2,}\/?/g, '/…')
    .replace(/'[^']*'|"[^"]*"/g, "'…'")
    .replace(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, '#');
}
