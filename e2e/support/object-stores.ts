import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { DetClient } from './det-client.ts';
import { ownPort } from './own-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const storageTypes = ['shared_fs', 'directory', 's3', 'gcs', 'azure'] as const;

/** A place for checkpoints. */
export interface Storage {
  /** As in `checkpoint_storage`. */
  config: Record<string, string>;
  /** What programs must be told to get there. */
  variables: Record<string, string>;
  /** All that lies in it, by path. */
  files(): Promise<string[]>;
  stop(): Promise<void>;
}

// What Azure's emulator is made with; public.
const azureKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** An empty storage of a type: a folder, or a server that answers as the object store does. */
export async function startStorage(type: (typeof storageTypes)[number], det: DetClient): Promise<Storage> {
  if (type === 'shared_fs' || type === 'directory') {
    const folder = temporaryFolder('checkpoints');
    return {
      config: type === 'shared_fs' ? { type, host_path: folder } : { type, container_path: folder },
      variables: {},
      files: async () => readdirSync(folder, { recursive: true, encoding: 'utf8' }),
      stop: async () => {},
    };
  }
  const port = await ownPort();
  const address = `http://127.0.0.1:${port}`;
  const python = (name: string) => join(storages(), 'python/bin', name);
  if (type === 's3') {
    const stop = await serve(python('moto_server'), ['-H', '127.0.0.1', '-p', `${port}`], address);
    await fetch(`${address}/checkpoints`, { method: 'PUT' });
    const keys = { access_key: 'key', secret_key: 'not-to-be-told', endpoint_url: address };
    const config = { type, bucket: 'checkpoints', prefix: 'below/this', ...keys };
    return { config, variables: {}, files: () => list(det, config), stop };
  }
  if (type === 'gcs') {
    const program = python('gcp-storage-emulator');
    const options = ['--host', '127.0.0.1', '--port', `${port}`, '--in-memory', '--default-bucket', 'checkpoints'];
    const stop = await serve(program, ['start', ...options], address);
    const config = { type, bucket: 'checkpoints', prefix: 'below/this' };
    const variables = { STORAGE_EMULATOR_HOST: address };
    return { config, variables, files: () => list(det, config, variables), stop };
  }
  const program = join(storages(), 'node_modules/azurite/dist/src/blob/main.js');
  const options = ['--blobHost', '127.0.0.1', '--blobPort', `${port}`, '--inMemoryPersistence', '--disableTelemetry'];
  const stop = await serve(process.execPath, [program, ...options, '--skipApiVersionCheck'], address);
  const account = `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${azureKey}`;
  const config = {
    type,
    container: 'checkpoints',
    connection_string: `${account};BlobEndpoint=${address}/devstoreaccount1;`,
  };
  return { config, variables: {}, files: () => list(det, config), stop };
}

function storages(): string {
  const { DET_TEST_STORAGES: folder, DET_TEST_STORAGES_MISSING: why } = process.env;
  if (!folder) throw new Error(why ?? 'DET_TEST_STORAGES names no folder: run npm test -- --only client');
  return folder;
}

async function serve(program: string, args: string[], address: string): Promise<() => Promise<void>> {
  const child = spawn(program, args, { stdio: 'ignore', cwd: temporaryFolder('store') });
  const ended = once(child, 'exit');
  await eventually(`${program} answers`, async () => (await fetch(address)).status > 0);
  return async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  };
}

/** By the client's own code. */
async function list(
  det: DetClient,
  config: Record<string, string>,
  variables: Record<string, string> = {},
): Promise<string[]> {
  const program = `
import json, os, sys
config, variables = json.loads(sys.argv[1])
os.environ.update(variables)
from determined.common import storage
manager = storage.build(config, None)
names = {
    "s3": lambda: [one.key for one in manager.bucket.objects.all()],
    "gcs": lambda: [one.name for one in manager.bucket.list_blobs()],
    "azure": lambda: manager.client.list_files(manager.container),
}[config["type"]]()
print(json.dumps(list(names)))
`;
  return JSON.parse(await det.python(program, JSON.stringify([config, variables])));
}
