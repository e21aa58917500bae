import { expect, test } from 'vitest';
import type { LogLine } from '../log-line.ts';
import { oldChunk, oldLines } from '../testing/old-chunk.ts';
import { trainingLog } from '../testing/training-log.ts';
import { decodeOrigins, decodeTexts, encodeChunk, type StoredChunk } from './log-chunk.ts';

const line: LogLine = {
  allocationId: null,
  containerId: null,
  agentId: null,
  rankId: null,
  time: null,
  level: null,
  source: null,
  stdtype: null,
  text: '',
};

async function decoded(chunk: { texts: Buffer | null; data: Buffer }): Promise<LogLine[]> {
  const [texts, origins] = [await decodeTexts(chunk), await decodeOrigins(chunk.data)];
  return Array.from({ length: texts.count }, (_, at) => origins.line(at, texts.text(at)));
}

test('a chunk gives back what was put in', async () => {
  const lines: LogLine[] = [
    { ...line, text: 'ä \ufffd "\n' },
    { ...line, time: '0001-01-01T00:00:00.000001Z', rankId: 0, level: 'INFO', source: 'task', stdtype: 'stderr' },
    { ...line, time: '9999-12-31T23:59:59.999999Z', allocationId: 'a.1', containerId: 'c', agentId: 'm' },
    { ...line, time: '2026-03-01T10:59:59.000000Z' },
    { ...line, time: '2026-03-01T11:00:00.000009Z' },
    { ...line, time: '1969-12-31T23:59:59.999999Z', text: '\ufeffnul \0 and 😀' },
    line,
  ];
  expect(await decoded(await encodeChunk(lines))).toEqual(lines);
});

test('half a character stands for itself alone, also beside the other half', async () => {
  const lines = ['a\ud83d', '\ude00b', '\ud83d\ude00'].map((text) => ({ ...line, text }));
  expect((await decoded(await encodeChunk(lines))).map(({ text }) => text)).toEqual(['a\ufffd', '\ufffdb', '😀']);
});

test('a chunk of old, which has all in one, is read as it was written', async () => {
  expect(await decoded({ texts: null, data: oldChunk })).toEqual(oldLines);
});

test('lines of a training log need at most 30 bytes each when they are sealed, their filter at most 3', async () => {
  const { data, texts, filter }: StoredChunk = await encodeChunk(trainingLog(1_000));
  expect((data.length + texts.length + (filter?.length ?? 0)) / 1_000).toBeLessThanOrEqual(30);
  expect((filter?.length ?? 0) / 1_000).toBeLessThanOrEqual(3);
});
