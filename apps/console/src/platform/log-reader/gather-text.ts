/** Bytes of a log that are gathered before they are put away: 128 MiB. */
export const chunkBytes = 128 * 1024 * 1024;

/**
 * Lines as a file's parts, of a chunk each: a browser keeps those outside the script's memory. Undefined when it was given up.
 * @param chunk bytes of a part
 */
export async function gatherText(
  lines: AsyncIterable<{ message: string }>,
  givenUp: () => boolean,
  chunk = chunkBytes,
): Promise<Blob[] | undefined> {
  const parts: Blob[] = [];
  let texts: string[] = [];
  let length = 0;
  const putAway = () => {
    if (texts.length > 0) parts.push(new Blob(texts));
    texts = [];
    length = 0;
  };
  for await (const { message } of lines) {
    if (givenUp()) return undefined;
    const text = message.endsWith('\n') ? message : `${message}\n`;
    texts.push(text);
    // Most of it is ASCII: a part may be a little longer than told.
    length += text.length;
    if (length >= chunk) putAway();
  }
  putAway();
  return parts;
}
