/** The specification's words for what failed. */
export const failedWords = {
  edit: 'Unable to update experiment',
  move: 'Unable to move experiment',
  retainLogs: 'Unable to retain logs',
} as const;
