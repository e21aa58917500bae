import { expect, test } from 'vitest';
import { normalRequirement, redactIndex, refusedRequirement } from './python-packages.ts';

test.each([
  ['numpy', 'numpy'],
  ['NumPy<2, >=1.2', 'numpy<2,>=1.2'],
  ['scikit_learn [b, a] == 1.0.*', 'scikit-learn[a,b]==1.0.*'],
  ['zope.interface (>=5)', 'zope-interface>=5'],
  [
    `typing-extensions~=4.1 ; python_version  < "3.11" and sys_platform == 'linux'`,
    `typing-extensions~=4.1 ; python_version < "3.11" and sys_platform == 'linux'`,
  ],
  ['torch===2.1.0+cpu', 'torch===2.1.0+cpu'],
])('%j is a requirement, the same as %j', (line, normal) => {
  expect(refusedRequirement(line)).toBeUndefined();
  expect(normalRequirement(line)).toBe(normal);
  expect(refusedRequirement(normal)).toBeUndefined();
  expect(normalRequirement(normal)).toBe(normal);
});

test.each([
  ['-e .', 'is an option of pip'],
  ['--index-url https://example.org/simple', 'is an option of pip'],
  ['-r ../other.txt', 'is an option of pip'],
  ['../elsewhere/package', 'is an address or a path'],
  ['./package.whl', 'is an address or a path'],
  ['https://example.org/a.whl', 'is an address or a path'],
  ['numpy --hash=sha256:00', 'is not a requirement'],
  ['numpy == $SECRET', 'is not a requirement'],
  ['numpy; python_version > "$SECRET"', 'is not a requirement'],
  ['two words', 'is not a requirement'],
  ['', 'is not a requirement'],
  ['a'.repeat(1001), 'is longer than 1000 characters'],
  ['a @ https://example.org/a.whl', 'allow_urls'],
  ['a @ file:///etc/a', 'neither https nor git+https'],
  ['a @ https://me:secret@example.org/a.whl', 'with a login'],
])('%j is none: it %s', (line, why) => {
  expect(refusedRequirement(line)).toContain(why);
});

test('addresses are taken where the cluster allows them, logins in them nowhere', () => {
  expect(refusedRequirement('a @ git+https://example.org/a.git@v1', { urls: true })).toBeUndefined();
  expect(refusedRequirement('a @ https://example.org/a.whl', { urls: true })).toBeUndefined();
  expect(refusedRequirement('a @ https://me@example.org/a.whl', { urls: true })).toContain('with a login');
});

test('the login of an index is masked, its host is not', () => {
  expect(redactIndex('https://me:secret@example.org/simple')).toBe('https://********@example.org/simple');
  expect(redactIndex('https://example.org/@scope')).toBe('https://example.org/@scope');
});
