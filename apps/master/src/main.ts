import { ConfigurationError, loadMasterConfig } from './platform/config/load-master-config.ts';
import { DatabaseStartError } from './platform/db/embedded/database-start-error.ts';
import { isOutOfRoom } from './platform/disk-room.ts';
import { PortTakenError } from './platform/start/hold-port.ts';
import { StartReport } from './platform/start/start-report.ts';
import { startMaster } from './start-master.ts';

class Interrupted extends Error {
  override readonly name = 'Interrupted';
  override readonly message = 'Interrupted.';
}

// The process that `npm start` ends up in: reads the configuration, starts, stops on a signal.
const stopping = new AbortController();
const screen = new StartReport();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second signal while stopping ends at once.
    if (stopping.signal.aborted) process.exit(1);
    screen.stopping();
    stopping.abort(new Interrupted());
  });
}

try {
  const at = process.argv.indexOf('--config');
  const config = loadMasterConfig({ env: process.env, file: at < 0 ? undefined : process.argv[at + 1] });
  const running = await startMaster(config, {
    signal: stopping.signal,
    onOutdated: (error) => {
      process.exitCode = 1;
      process.stderr.write(`\n${error.message}\n`);
      stopping.abort(error);
    },
    // A start that is interrupted goes no further, and takes back what it has started.
    step: async (label, work) => {
      stopping.signal.throwIfAborted();
      return screen.step(label, work);
    },
  });
  // Also where it is to stop at once: the passwords are never shown again.
  screen.ready({
    address: running.address,
    dataFolder: config.data_dir,
    // The server runs by now; without the link one signs in by password.
    signInLink: await running.signInLink('admin').catch((error) => {
      running.master.log.warn({ err: error }, 'no one-time sign-in link could be made');
      return undefined;
    }),
    passwords: running.firstPasswords,
  });
  const stop = async () => {
    await running.stop();
    screen.stopped();
    process.exit();
  };
  if (stopping.signal.aborted) await stop();
  else stopping.signal.addEventListener('abort', () => void stop());
} catch (error) {
  const known = [Interrupted, ConfigurationError, PortTakenError, DatabaseStartError].some(
    (kind) => error instanceof kind,
  );
  const outOfRoom = isOutOfRoom(error) || /no space left on device/i.test(String(error));
  const hint = outOfRoom ? '\nThe disk is full: make room where the data folder lies, and start again.' : '';
  const text = error instanceof Error ? (known || outOfRoom ? error.message : error.stack) : String(error);
  process.stderr.write(`\n${text}${hint}\n`);
  process.exit(1);
}
