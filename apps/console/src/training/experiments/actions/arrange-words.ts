import { worded } from '#platform/switches/thing-words.ts';
/** The specification's words for what failed. */
export const failedWords = {
  get edit() {
    return worded`Unable to update experiment`;
  },
  get describe() {
    return worded`Unable to save experiment description.`;
  },
  get move() {
    return worded`Unable to move experiment`;
  },
  retainLogs: 'Unable to retain logs',
} as const;
