import type { Checkpoint } from '@determined/contract/training/training-messages-generated.ts';

/** Bytes of all its files. */
export function sizeOf({ resources }: Pick<Checkpoint, 'resources'>): number {
  return Object.values(resources).reduce((sum, size) => sum + Number(size), 0);
}

export function batchesOf({ metadata }: Pick<Checkpoint, 'metadata'>): number | undefined {
  const batches = metadata?.steps_completed;
  return typeof batches === 'number' ? batches : undefined;
}
