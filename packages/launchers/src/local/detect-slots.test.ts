import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { detectSlots, deviceEnvironment } from './detect-slots.ts';

const path = process.env.PATH;
let folder: string | null = null;

afterEach(async () => {
  process.env.PATH = path;
  if (folder !== null) await rm(folder, { recursive: true, force: true });
  folder = null;
});

async function withNvidiaSmi(script: string): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'det-smi-'));
  await writeFile(join(folder, 'nvidia-smi'), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, 'nvidia-smi'), 0o755);
  process.env.PATH = `${folder}:${path}`;
}

test('without devices, each usable core is a slot', async () => {
  await withNvidiaSmi('exit 9');
  const slots = await detectSlots();
  expect(slots.map((slot) => slot.id)).toEqual(Array.from({ length: availableParallelism() }, (_, id) => id));
  expect(slots[0]).toMatchObject({ type: 'cpu', uuid: 'cpu-0', brand: expect.stringMatching(/./) });
  expect(deviceEnvironment(slots, false)).toEqual({});
});

test('devices that nvidia-smi names are the slots, and a task sees only its own', async () => {
  await withNvidiaSmi("printf '0, GPU-aaa, NVIDIA A100-SXM4-40GB\\n1, GPU-bbb, NVIDIA A100-SXM4-40GB\\n'");
  const slots = await detectSlots();
  expect(slots).toEqual([
    { id: 0, type: 'cuda', brand: 'NVIDIA A100-SXM4-40GB', uuid: 'GPU-aaa' },
    { id: 1, type: 'cuda', brand: 'NVIDIA A100-SXM4-40GB', uuid: 'GPU-bbb' },
  ]);
  expect(deviceEnvironment(slots.slice(1), true)).toEqual({ CUDA_VISIBLE_DEVICES: 'GPU-bbb' });
  expect(deviceEnvironment([], true)).toEqual({ CUDA_VISIBLE_DEVICES: '' });
  expect(await detectSlots({ override: '1' })).toHaveLength(1);
});

test('DET_SLOTS sets their number, and nonsense is refused', async () => {
  await withNvidiaSmi('exit 9');
  expect(await detectSlots({ override: '7' })).toHaveLength(7);
  expect(await detectSlots({ override: '0' })).toEqual([]);
  for (const override of ['two', '-1', '1.5', '4096']) {
    await expect(detectSlots({ override })).rejects.toThrow('DET_SLOTS has to be a whole number from 0 to 1024');
  }
});
