import { z } from 'zod';
import { setting } from './setting.ts';

// The kinds of settings that there are many of.

const yesNo = 'true or false';
const anyText = 'text';
export const wholeFrom = (min: number, max: number) => `a whole number from ${min} to ${max}`;
export const atLeast = (min: number) => `a whole number, ${min} or more`;

export const flag = (value: boolean, meaning: string) =>
  setting(z.boolean().default(value), { allowed: yesNo, meaning });
export const text = (value: string, meaning: string) =>
  setting(z.string().default(value), { allowed: anyText, meaning });
export const whole = (value: number, min: number, max: number, meaning: string) =>
  setting(z.int().min(min).max(max).default(value), { allowed: wholeFrom(min, max), meaning });
export const count = (value: number, min: number, meaning: string) =>
  setting(z.int().min(min).default(value), { allowed: atLeast(min), meaning });

export const optionalText = (about: { allowed?: string; meaning: string; usually?: string; secret?: boolean }) =>
  setting(z.string().min(1).nullable().default(null), { allowed: anyText, usually: 'not set', ...about });

export const address = (meaning: string) =>
  setting(
    z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null),
    {
      allowed: 'an http or https address',
      usually: 'not set',
      meaning,
    },
  );
