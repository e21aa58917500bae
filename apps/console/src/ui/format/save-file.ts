/** Gives the reader what the page holds as a file to keep. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers begin with it a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
