import { chmodSync } from 'node:fs';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { EmbeddedPostgres } from '@determined/master/platform/db/embedded/postgres-supervisor.ts';
import { MasterProcess } from '../../support/master-process.ts';
import { ownPort } from '../../support/own-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export interface TwoMasters {
  masters: MasterProcess[];
  /** How others than the masters reach the database. */
  databaseUrl: string;
  /** The database's first process; undefined while it is down. */
  databasePid(): number | undefined;
  /** Stops the database, and starts it again after that. */
  databaseAway<T>(meanwhile: () => Promise<T>): Promise<T>;
  /** As who looks after a service: a database that is down refuses a start, so again until it runs. */
  start(master: MasterProcess): Promise<void>;
  stop(): Promise<void>;
}

/** Two masters in processes of their own over one database that belongs to neither, each a machine of one slot. */
export async function startTwoMasters(env: Record<string, string> = {}): Promise<TwoMasters> {
  const folder = temporaryFolder('database');
  chmodSync(folder, 0o711);
  const log = { info: () => {}, warn: (message: string) => console.log(message) };
  let database = await EmbeddedPostgres.start({ folder, log });
  const { user, host, database: name } = database.connection;
  const databaseUrl = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`;
  const masters: MasterProcess[] = [];
  const stop = async () => {
    for (const master of masters) await master.stop();
    await database.stop();
  };
  try {
    const ports = [await ownPort(), await ownPort()];
    for (const [index, port] of ports.entries()) {
      const inOrder = [port, ...ports.filter((other) => other !== port)].map((each) => `http://127.0.0.1:${each}`);
      const own = {
        DATABASE_URL: databaseUrl,
        DET_MACHINE_NAME: `machine-${index + 1}`,
        DET_SLOTS: '1',
        DET_ADVERTISED_URL: JSON.stringify(inOrder),
      };
      masters.push(await MasterProcess.start({ port, env: { ...own, ...env } }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    masters,
    databaseUrl,
    databasePid: () => database.pid,
    databaseAway: async (meanwhile) => {
      await database.stop();
      try {
        return await meanwhile();
      } finally {
        database = await EmbeddedPostgres.start({ folder, log });
      }
    },
    start: (master) => eventually('the master starts', () => master.start().then(() => true), 120_000).then(() => {}),
    stop,
  };
}
