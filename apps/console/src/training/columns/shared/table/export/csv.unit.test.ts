import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('cells of a CSV line are quoted where they must be', () => {
  expect(csvLine(['a', '', 'b,c', 'd "e"', 'two\nlines'])).toBe('a,,"b,c","d ""e""","two\nlines"\r\n');
});

test('what a spreadsheet would carry out is text, and numbers stay numbers', () => {
  expect(csvLine(['=1+1', '@SUM(A1)', '+cmd', '-2+3', '\tx', '-0.5', '-1e-7', '+3'])).toBe(
    "'=1+1,'@SUM(A1),'+cmd,'-2+3,'\tx,-0.5,-1e-7,+3\r\n",
  );
  expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`);
});
