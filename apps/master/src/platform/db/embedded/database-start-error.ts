/** The database cannot be had; the message is complete for the person who starts the server (no stack needed). */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}
