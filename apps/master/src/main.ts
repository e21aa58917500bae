import { ConfigurationError, loadMasterConfig } from './platform/config/load-master-config.ts';
import { DatabaseStartError } from './platform/db/embedded/database-start-error.ts';
import { PortTakenError } from './platform/start/choose-port.ts';
import { StartReport } from './platform/start/start-report.ts';
import { startMaster } from './start-master.ts';

// The process that `npm start` ends up in: reads the configuration, starts, stops on a signal.
try {
  const at = process.argv.indexOf('--config');
  const config = loadMasterConfig({ env: process.env, file: at < 0 ? undefined : process.argv[at + 1] });
  const screen = new StartReport();
  const running = await startMaster(config, { step: (label, work) => screen.step(label, work) });
  screen.ready({
    address: running.address,
    dataFolder: config.data_dir,
    signInLink: await running.signInLink('admin'),
    passwords: running.firstPasswords,
  });
  let stopping = false;
  const stop = async () => {
    // A second signal while stopping ends at once.
    if (stopping) process.exit(1);
    stopping = true;
    await running.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
} catch (error) {
  const known =
    error instanceof ConfigurationError || error instanceof PortTakenError || error instanceof DatabaseStartError;
  process.stderr.write(known ? `\n${error.message}\n` : `\n${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
