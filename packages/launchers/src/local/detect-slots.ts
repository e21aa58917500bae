import { execFile } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { promisify } from 'node:util';
import type { LauncherSlot } from '#launcher.ts';

const run = promisify(execFile);

/**
 * This machine's slots: its CUDA devices when `nvidia-smi` answers, else its processor cores (those this process may use).
 * `override` (the variable DET_SLOTS) is a number of slots: with CUDA at most the devices there are, with cores any.
 */
export async function detectSlots(options: { override?: string | undefined } = {}): Promise<LauncherSlot[]> {
  const wanted = parseOverride(options.override);
  const devices = await cudaDevices();
  if (devices.length > 0) return devices.slice(0, wanted ?? devices.length);
  const brand = cpus()[0]?.model.trim() || 'CPU';
  return Array.from({ length: wanted ?? availableParallelism() }, (_, id) => ({
    id,
    type: 'cpu',
    brand,
    uuid: `cpu-${id}`,
  }));
}

/** What a task on these slots has to find in its environment so that it sees only its own devices. */
export function deviceEnvironment(slots: LauncherSlot[], nodeHasCuda: boolean): Record<string, string> {
  if (!nodeHasCuda) return {};
  return { CUDA_VISIBLE_DEVICES: slots.map((slot) => slot.uuid).join(',') };
}

function parseOverride(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 1024) {
    throw new Error(`DET_SLOTS has to be a whole number from 0 to 1024, not ${JSON.stringify(text)}`);
  }
  return number;
}

async function cudaDevices(): Promise<LauncherSlot[]> {
  const answer = await run('nvidia-smi', ['--query-gpu=index,uuid,name', '--format=csv,noheader'], {
    timeout: 5000,
  }).catch(() => null);
  return parseNvidiaSmi(answer?.stdout ?? '');
}

export function parseNvidiaSmi(text: string): LauncherSlot[] {
  return text.split('\n').flatMap((line) => {
    const [index, uuid, ...name] = line.split(',').map((part) => part.trim());
    if (!index || !uuid || !/^\d+$/.test(index)) return [];
    return [{ id: Number(index), type: 'cuda' as const, brand: name.join(', '), uuid }];
  });
}
