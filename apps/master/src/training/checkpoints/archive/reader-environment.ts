/**
 * What the process that reads a storage finds around it: the master's variables, among them how it signs in to object
 * stores, without its own settings and secrets, and of the experiment's those that sign in or name the store.
 */
export const readerEnvironment = (variables: Record<string, string>): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(DET_|DATABASE_URL$|PG)/.test(name))),
  ...Object.fromEntries(Object.entries(variables).filter(([name]) => passed.has(name))),
});

/** Nothing that names a file or a program: those would be the master's. */
const passed = new Set([
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_REGION',
  'AWS_DEFAULT_REGION',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'GOOGLE_CLOUD_PROJECT',
  'STORAGE_EMULATOR_HOST',
]);
