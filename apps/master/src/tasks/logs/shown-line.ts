import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import type { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { NumberedLine } from './log-line.ts';

type ShownLine = ExtReplyOf<typeof getLogLinesRoute>['lines'][number];

/** A line as the console shows it. */
export function shownLine({ n, time, level, rankId, source, text }: NumberedLine): ShownLine {
  const plain = text.replace(/\r?\n$/, '');
  return {
    n,
    time,
    level: level ?? '',
    rank: rankId,
    source: source ?? '',
    text: source === 'master' ? inPlainWords(plain) : plain,
  };
}

/** The platform's word for a good end sounds like a bad one. The line itself is kept as clients know it. */
const inPlainWords = (text: string): string =>
  text.replace(/ was terminated: allocation stopped early after all resources exited: /, ' completed: ');
