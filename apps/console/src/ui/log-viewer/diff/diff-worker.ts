import { diffLines } from './diff-lines.ts';

// Aside of the page: thousands of lines take their time.
self.onmessage = ({ data }: MessageEvent<{ left: string[]; right: string[] }>) =>
  self.postMessage(diffLines(data.left, data.right));
