import { expect, test } from 'vitest';
import { createGenericTaskRoute } from '../tasks/generic-tasks-routes.ts';
import { createExperimentRoute, getExperimentRoute, putExperimentRoute } from '../training/experiments-routes.ts';
import { bytesFields, valuesAt } from './bytes-fields.ts';

test('a route knows where its bodies have bytes', () => {
  expect(bytesFields(createExperimentRoute)).toEqual([['modelDefinition', 'content']]);
  expect(bytesFields(createGenericTaskRoute)).toEqual([['contextDirectory', 'content']]);
  // Bound to one field of its request.
  expect(bytesFields(putExperimentRoute)).toEqual([['modelDefinition', 'content']]);
  expect(bytesFields(getExperimentRoute)).toEqual([]);
});

test('values are found through lists and in either spelling, and changed where they stand', () => {
  const json = {
    model_definition: [{ content: 'a' }, {}, null, { content: 1 }],
    modelDefinition: { content: 'b' },
    content: 'c',
  };
  for (const { value, set } of valuesAt(json, ['modelDefinition', 'content'])) set([value]);
  expect(json).toEqual({
    model_definition: [{ content: ['a'] }, {}, null, { content: [1] }],
    modelDefinition: { content: ['b'] },
    content: 'c',
  });
});
