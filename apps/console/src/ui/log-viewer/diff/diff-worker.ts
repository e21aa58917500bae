import { diffLogLines } from './diff-log-lines.ts';

// Aside of the page: thousands of lines take their time.
self.onmessage = ({ data }: MessageEvent<{ left: string[]; right: string[] }>) =>
  self.postMessage(diffLogLines(data.left, data.right));
