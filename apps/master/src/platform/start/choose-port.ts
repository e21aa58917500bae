import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The master cannot listen where it should; the message is complete for the person who starts it. */
export class PortTakenError extends Error {
  override name = 'PortTakenError';
}

const usual = 8080;
const tries = 100;

/**
 * The port to listen on. One that was asked for is used or refused. Otherwise the very first start on a data folder
 * takes 8080 or the next free one and writes it down there; later starts use that one or refuse, since links,
 * clients' settings and running tasks know it.
 */
export async function choosePort(options: { folder: string; host: string; asked?: number }): Promise<number> {
  const { folder, host, asked } = options;
  if (asked !== undefined) return refuseTaken(asked, host, 'DET_PORT (or port in the configuration) names another.');
  const file = join(folder, 'port');
  const kept = readPort(file);
  if (kept !== undefined)
    return refuseTaken(
      kept,
      host,
      `It is the one this installation has used before (${file}); DET_PORT names another.`,
    );
  for (let port = usual; port < usual + tries; port++) {
    if (!(await isFree(port, host))) continue;
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    writeFileSync(file, `${port}\n`);
    return port;
  }
  throw new PortTakenError(`Ports ${usual} to ${usual + tries - 1} are all taken; DET_PORT names another.`);
}

async function refuseTaken(port: number, host: string, hint: string): Promise<number> {
  // 0 asks the system for any free port.
  if (port !== 0 && !(await isFree(port, host))) {
    throw new PortTakenError(
      `Port ${port} is taken by another program; stop that program or choose another port. ${hint}`,
    );
  }
  return port;
}

function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

/** Tried by listening; what fails for another reason than being taken (no such address) is left to the real listening. */
function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) =>
      resolve(!('code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES'))),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
