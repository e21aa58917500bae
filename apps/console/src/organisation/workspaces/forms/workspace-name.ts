import { hasLength } from '#ui/format/words.ts';

/** The longest name, in characters. */
export const workspaceNameLimit = 80;

/** Why a workspace can't be called so; null when it can. */
export function workspaceNameProblem(name: string): string | null {
  return hasLength(name, 1, workspaceNameLimit)
    ? null
    : 'Name must be 1 ~ 80 letters, and contain at least non-whitespace letter';
}
