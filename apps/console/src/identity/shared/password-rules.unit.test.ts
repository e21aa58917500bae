import { expect, test } from 'vitest';
import { isPasswordWeak, passwordProblem } from './password-rules.ts';

test('[AUTH-062] a blank password is refused', () => {
  expect(passwordProblem('')).toBe("Password can't be blank");
});

test('[AUTH-063] seven characters are too few', () => {
  expect(passwordProblem('Abcde12')).toBe('Password must have at least 8 characters');
  expect(passwordProblem('Abcdef12')).toBeNull();
});

test('[AUTH-064] an uppercase letter is needed', () => {
  expect(passwordProblem('abcdefg1')).toBe('Password must include an uppercase letter');
});

test('[AUTH-065] a lowercase letter is needed', () => {
  expect(passwordProblem('ABCDEFG1')).toBe('Password must include a lowercase letter');
});

test('[AUTH-066] a number is needed', () => {
  expect(passwordProblem('Abcdefgh')).toBe('Password must include a number');
});

test('[AUTH-034] weakness is told from the text alone', () => {
  expect(isPasswordWeak('Abcdefg1')).toBe(false);
  expect(isPasswordWeak('determined')).toBe(true);
});
