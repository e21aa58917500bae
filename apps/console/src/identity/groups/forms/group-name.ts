const maxGroupName = 128;

/** Why a name can't stand as it is; null when it can. */
export function groupNameProblem(name: string): string | null {
  if (name.trim() === '') return 'Group Name is required';
  return name.trim().length > maxGroupName ? `Group Name has at most ${maxGroupName} characters` : null;
}
