import { expect, test } from 'vitest';
import { notebookSnippet } from './notebook-snippet.ts';

test('[MODEL-035] the name of a model has its quotes and backslashes escaped', () => {
  const lines = notebookSnippet(String.raw`say "hi" \o/ it's`, 3).split('\n');
  expect(lines).toContain(String.raw`model = client.get_model("say \"hi\" \\o/ it's")`);
  expect(lines).toContain('version = model.get_version(3)');
});
