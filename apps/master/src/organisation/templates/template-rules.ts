import { invalidArgument } from '@determined/contract/errors.ts';
import { maxTemplateName } from '@determined/contract/limits.ts';

export function checkTemplateName(name: string): void {
  if (name.trim() === '') throw invalidArgument('name is required');
  if (Buffer.byteLength(name) > maxTemplateName) {
    throw invalidArgument(`name: a template's name must be at most ${maxTemplateName} bytes long`);
  }
}
