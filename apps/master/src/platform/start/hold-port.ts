import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The master cannot listen where it should; the message is complete for the person who starts it. */
export class PortTakenError extends Error {
  override name = 'PortTakenError';
}

/** A port that nobody else can take until it is released. */
export interface HeldPort {
  port: number;
  release(): Promise<void>;
}

const usual = 8080;
const tries = 100;

/**
 * Takes the port to listen on, before anything is started that would have to be stopped again. One that was asked for
 * is taken or refused. Otherwise the very first start on a data folder takes 8080 or the next free
 * one and writes it down there; later starts take that one or refuse, since links, clients' settings and running tasks
 * know it.
 */
export async function holdPort(options: {
  folder: string;
  host: string;
  asked?: number;
  first?: number;
}): Promise<HeldPort> {
  const { folder, host, asked, first = usual } = options;
  // The system gives out any free port when it is listened on, not before.
  if (asked === 0) return { port: 0, release: async () => {} };
  if (asked !== undefined) return takeOrRefuse(asked, host, 'DET_PORT (or port in the configuration) names another.');
  const file = join(folder, 'port');
  const kept = readPort(file);
  if (kept !== undefined) {
    const hint = `It is the one this installation has used before (${file}); DET_PORT names another.`;
    return takeOrRefuse(kept, host, hint);
  }
  for (let port = first; port < first + tries; port++) {
    const held = await take(port, host);
    if (held === undefined) continue;
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    writeFileSync(file, `${port}\n`);
    return held;
  }
  throw new PortTakenError(`Ports ${first} to ${first + tries - 1} are all taken; DET_PORT names another.`);
}

async function takeOrRefuse(port: number, host: string, hint: string): Promise<HeldPort> {
  const held = await take(port, host);
  if (held !== undefined) return held;
  throw new PortTakenError(
    `Port ${port} is taken by another program; stop that program or choose another port. ${hint}`,
  );
}

function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

/** Taken by listening; undefined when another program has it. */
function take(port: number, host: string): Promise<HeldPort | undefined> {
  return new Promise((resolve, reject) => {
    // Who comes too early is sent away, as nobody was there.
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else if (error.code === 'EACCES') {
        reject(new PortTakenError(`Port ${port} may only be used by root; DET_PORT names another (1024 or more).`));
      } else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
        reject(new PortTakenError(`This machine has no address ${host} to listen on; DET_HOST (host) names another.`));
      } else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () =>
      resolve({ port, release: () => new Promise((released) => server.close(() => released())) }),
    );
  });
}
