import { hasLength } from '#ui/format/words.ts';

/** The longest name of a workspace or project, in characters. */
const nameLimit = 80;

/** Why a workspace can't be called so; null when it can. */
export function workspaceNameProblem(name: string): string | null {
  return hasLength(name, 1, nameLimit)
    ? null
    : 'Name must be 1 ~ 80 letters, and contain at least non-whitespace letter';
}

/** Why a project can't be called so; null when it can. `blank` is the form's own way to say that a name is needed. */
export function projectNameProblem(name: string, blank: string): string | null {
  if (name.trim() === '') return blank;
  return name.trim().length > nameLimit ? `Name must be at most ${nameLimit} characters` : null;
}
