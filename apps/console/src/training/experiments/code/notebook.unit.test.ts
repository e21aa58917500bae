import { expect, test } from 'vitest';
import { notebookCells } from './notebook.ts';

const cell = (more: object) => notebookCells(JSON.stringify({ nbformat: 4, cells: [more] }))?.[0];
const outputs = (...outputs: object[]) => cell({ cell_type: 'code', source: '', outputs })?.outputs;

test('cells have their text, by lines or whole, and how often the notebook had run', () => {
  expect(cell({ cell_type: 'markdown', source: ['# One\n', 'two'] })).toEqual({
    ...{ kind: 'markdown', source: '# One\ntwo', count: undefined, outputs: [] },
  });
  expect(cell({ cell_type: 'code', source: 'x = 1', execution_count: 3, outputs: [] })).toMatchObject({
    ...{ kind: 'code', source: 'x = 1', count: 3 },
  });
});

test('outputs are texts and pictures; what else there is is named only', () => {
  expect(outputs({ output_type: 'stream', name: 'stdout', text: ['a\n', 'b'] })).toEqual([
    { kind: 'text', text: 'a\nb' },
  ]);
  const both = { 'text/html': '<b>1</b>', 'text/plain': '1' };
  expect(outputs({ output_type: 'execute_result', data: both })).toEqual([{ kind: 'text', text: '1' }]);
  const drawn = { 'image/png': 'iVBO\nRw0=\n', 'text/plain': '<Figure>' };
  expect(outputs({ output_type: 'display_data', data: drawn })).toEqual([
    { kind: 'picture', type: 'image/png', bytes: 'iVBORw0=', text: '<Figure>' },
  ]);
  expect(outputs({ output_type: 'display_data', data: { 'image/svg+xml': '<svg/>' } })).toEqual([
    { kind: 'other', types: ['image/svg+xml'] },
  ]);
  const failed = { output_type: 'error', ename: 'E', evalue: 'no', traceback: ['\u001b[0;31mE\u001b[0m: no'] };
  expect(outputs(failed)).toEqual([{ kind: 'text', failed: true, text: 'E: no\n' }]);
});

test('what is no notebook has no cells, and odd ones do no harm', () => {
  for (const text of ['', '{', '[]', 'null', '{"cells": {}}']) expect(notebookCells(text)).toBeUndefined();
  expect(notebookCells('{"cells": [null, 3, {"source": {}, "outputs": {}}]}')).toHaveLength(3);
  expect(outputs({ output_type: 'display_data', data: null }, { output_type: 'stream' })).toEqual([
    { kind: 'text', text: '' },
  ]);
});
