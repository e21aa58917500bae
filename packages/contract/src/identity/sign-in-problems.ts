/** Why a sign-in by a provider came to nothing, as the address of the sign-in page names it, with what the page says. */
export const signInProblems = {
  expired: 'That sign-in took too long or was begun in another browser. Try again.',
  provider: 'The sign-in provider did not accept this or cannot be reached. Try again, or ask an administrator.',
  claims: 'The sign-in provider does not say what this server needs to know of you. Ask an administrator.',
  unknown: 'You have no account here. Ask an administrator for one.',
  local: 'The account of that name signs in by password.',
  token: 'The address you came by does not sign you in here any more. Sign in again.',
  inactive: 'Your account is not active. Ask an administrator.',
} as const;

export type SignInProblem = keyof typeof signInProblems;
