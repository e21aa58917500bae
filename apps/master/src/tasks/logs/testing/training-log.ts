import type { LogLine } from '../log-line.ts';

/** Lines as a training with four ranks prints them; the same at each call. */
export function trainingLog(count: number): LogLine[] {
  // A linear congruential generator: numbers that look measured, without a source of chance.
  let state = 1;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  let time = Date.UTC(2026, 2, 1);
  return Array.from({ length: count }, (_, i) => {
    time += Math.floor(next() * 400);
    const step = Math.floor(i / 4) * 100;
    const loss = (2.5 * Math.exp(-i / 500) + next() * 0.2).toFixed(4);
    const text =
      i % 50 === 0
        ? `[211] root: reported checkpoint ${step} to the master after ${(next() * 10).toFixed(2)} s`
        : `[211] root: epoch ${Math.floor(i / 250)} step ${step} loss ${loss} lr 0.00100 (${(900 + next() * 90).toFixed(1)} samples/s)`;
    return {
      allocationId: '12.6b0dd2ab-36cf-4f0e-9d41-9a1a5c4a7c6e.1',
      containerId: '0b0f1d5e-86a1-43c6-b4b7-41a0d11cf32c',
      agentId: 'machine-1',
      rankId: i % 4,
      time: new Date(time).toISOString().replace('Z', `${String(Math.floor(next() * 1000)).padStart(3, '0')}Z`),
      level: 'INFO',
      source: 'task',
      stdtype: 'stderr',
      text: `${text}\n`,
    };
  });
}
