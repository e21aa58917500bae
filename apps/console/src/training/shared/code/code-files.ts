/** A file or folder of what was submitted with an experiment. */
export interface CodeNode {
  path: string;
  name: string;
  isDir: boolean;
  contentLength: number;
  contentType: string;
  files: CodeNode[];
}

/** Every file, with the folders' own before those of folders in them. */
export function filesOf(nodes: readonly CodeNode[]): CodeNode[] {
  return nodes.flatMap((node) => (node.isDir ? filesOf(node.files) : [node]));
}

/** Folders first, each by name. */
export function inOrder(nodes: readonly CodeNode[]): CodeNode[] {
  return nodes.toSorted((one, other) => Number(other.isDir) - Number(one.isDir) || one.name.localeCompare(other.name));
}

/** Larger than this it is not shown, only downloaded. */
export const mostShownBytes = 5 * 1024 * 1024;

const pictures: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The type of a picture that is drawn. One that may hold scripts (SVG) is text. */
export const pictureType = (path: string): string | undefined => pictures[path.split('.').at(-1)?.toLowerCase() ?? ''];

/** What a reply has of a file. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

/** Throws where the bytes are no UTF-8. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
