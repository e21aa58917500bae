/** As pip reads a file: without comments and empty lines, a line that ends in `\` goes on in the next. */
export function requirementLines(content: string): { number: number; text: string }[] {
  const lines: { number: number; text: string }[] = [];
  let open: { number: number; text: string } | undefined;
  for (const [i, line] of content
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const joined = { number: open?.number ?? i + 1, text: (open?.text ?? '') + line.replace(/\\$/, '') };
    open = line.endsWith('\\') && !/^\s*#/.test(line) ? joined : undefined;
    if (!open) lines.push(joined);
  }
  if (open) lines.push(open);
  return lines
    .map(({ number, text }) => ({ number, text: text.replace(/(^|\s)#.*$/, '').trim() }))
    .filter(({ text }) => text !== '');
}
