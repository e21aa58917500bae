/** The search can't be run as it is configured, or with what a trial reported; the message is for the user. */
export class SearchError extends Error {
  readonly code = 'invalid-search';
}
