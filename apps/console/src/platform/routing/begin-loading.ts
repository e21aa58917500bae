/**
 * For a route's loader: its page's reads are begun by a file of their own, which the first screen does without. Nobody waits
 * for it; one that does not come is the page's own business.
 */
export function beginLoading<File>(file: Promise<File>, begin: (file: File) => void): void {
  file.then(begin, () => {});
}
