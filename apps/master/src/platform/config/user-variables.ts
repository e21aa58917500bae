/** Of `NAME=value` texts, as configurations have them; a bare name is the empty value. */
export function userVariables(list: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    list.map((text) => {
      const at = text.indexOf('=');
      return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
