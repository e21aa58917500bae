/** What a refusal says, in whatever form of an error it comes; '' for none. */
export function refusalWords(text: string): string {
  const found: string[] = [];
  JSON.parse(text || '{}', (key, value) => {
    if ((key === 'error' || key === 'message') && typeof value === 'string' && value !== '') found.push(value);
    return value;
  });
  return found[0] ?? '';
}

/** Names and numbers of this world stand where there were others; an error inside another is told without its code. */
export function isRecorded(words: string, recorded: readonly string[]): boolean {
  const plain = (text: string) => text.replace(/^rpc error: code = \w+ desc = /, '');
  return recorded.some((text) => {
    const parts = plain(text).split(/<\w+>/);
    return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`).test(
      plain(words),
    );
  });
}
