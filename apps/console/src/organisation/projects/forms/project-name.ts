/** The longest name, in characters. */
export const projectNameLimit = 80;

/** Why a project can't be called so; null when it can. `blank` is the form's own way to say that a name is needed. */
export function projectNameProblem(name: string, blank: string): string | null {
  if (name.trim() === '') return blank;
  return name.trim().length > projectNameLimit ? `Name must be at most ${projectNameLimit} characters` : null;
}
