import { expect, test } from 'vitest';
import { clientName } from './client-name.ts';

test('a browser is told by name and system, another program by its own name', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  expect(clientName(chrome)).toBe('Chrome on Linux');
  expect(clientName(`${chrome} Edg/140.0`)).toBe('Edge on Linux');
  expect(clientName('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/17 Safari/605')).toBe('Safari on macOS');
  expect(clientName('python-requests/2.32')).toBe('python-requests');
  expect(clientName('')).toBe('Unknown program');
});
