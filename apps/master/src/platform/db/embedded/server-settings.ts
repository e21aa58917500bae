import { statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

const MiB = 1024 * 1024;

/** Durable by default (fsync and synchronous_commit stay on), no network, memory by the machine's size. */
export function serverSettings(socketFolder: string, overrides: Record<string, string> = {}): string[] {
  const memory = totalmem() / MiB;
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '100',
    shared_buffers: `${Math.round(Math.min(512, Math.max(128, memory / 32)))}MB`,
    effective_cache_size: `${Math.round(Math.max(512, memory / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    fsync: 'on',
    synchronous_commit: 'on',
    jit: 'off',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Containers often give 64 MB of /dev/shm, too little for parallel queries.
    dynamic_shared_memory_type: sharedMemory() >= 256 * MiB ? 'posix' : 'mmap',
    ...overrides,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function sharedMemory(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize;
  } catch {
    return 0;
  }
}
