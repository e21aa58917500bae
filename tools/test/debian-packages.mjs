import { exclusively } from '../start/exclusively.mjs';
import { runQuietly } from '../start/run-quietly.mjs';

/** Installs packages by apt-get where that can be done, and says what to do where it cannot. */
export async function installDebianPackages(names, reason) {
  const command = `apt-get install -y ${names.join(' ')}`;
  if (process.getuid?.() !== 0) throw new Error(`${reason}, and only root can install it here: sudo ${command}`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await exclusively('apt', async () => {
    try {
      await runQuietly('apt-get', ['update', '-q'], options);
      await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], options);
    } catch (error) {
      throw new Error(`${reason}, and it could not be installed (${command}): ${error.message}`);
    }
  });
}
