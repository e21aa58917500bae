import type { LogLine } from '../log-line.ts';
import { trainingLog } from './training-log.ts';

const odd = ['nul \0 here\n', '\u0130stanbul\n', 'Kelvin \u212a\n', 'back\\slash\n', '\ufdd0 mark\n', 'no newline ä'];
const bare = {
  allocationId: null,
  containerId: null,
  agentId: null,
  rankId: null,
  time: null,
  level: null,
  source: null,
  stdtype: null,
};

/** The lines of `oldChunk`. */
export const oldLines: LogLine[] = trainingLog(40).map((line, i) => ({
  ...line,
  text: odd[i] ?? line.text,
  ...(i === 7 ? bare : {}),
}));

/** A chunk as it was written before texts had a column of their own and chunks a filter. */
export const oldChunk: Buffer = Buffer.from(
  [
    'KLUv/WD1DFUXACaxgzFwSZMO/E7/ZJAo0ANQoACQQuPvRm/te2MfPVlDZ9UfVRwYf7mllFJKkUiCdzaqKiwBgwBfAIsA91bNu1vZkY9rVz2aXeuq8JitgQE9',
    'EegMzOPv9jqD8UhkQoJnZyAKxXlUHoinqaCjAwMMEECvI1M4EsiDo4lAR45DB4fZoxpLBTeyoVgHpsKaTQpHH+ZQjUJHxjjr4CYd2ljTCstHK5xySIWDY1HR',
    'aO7xqMYyZ6ihgQE9EggCCGWCGATXSr9OZ/vqXnuftm/VnK5rr7Qvp1c/E1+7R+7Xk/22j4jvzGPzO6VvTqAzNtkzr4w3PSo+LR7R3vqEd157KrzqeY/5bfvl',
    'l+/Gv3uaXc2e6d13U7sWvvK9d30i3gpvFY8TkYhonsWY0wZQxdRCiSyYuMwtzzOJ2CLhVJ6llgfHRMJZGCqTCWVhmF0DBAqLI4FEFDiSZSKBoDQRy4MJFx6e',
    'JvIsFhCOphHBgYVFAkkQcQpEJhqSpvJIqICOJAuH4jwsVVUTiwVVFjgVdEbuvuue1K6HT2ZXTdc7Zx95v4nHtmPaL+NR7YZ93QsNGMZkcW3epiqq7mZXpmy8',
    '6szFPEXszmS1bLmcyYvIyFwJ2VZNlzkubGTLTF3Ny9W7Vi1eZG2slHrNrHpniVnG1l69VcXMYxBzE2rKrXTbTF4eJ1p2tlVtIVOYtBjdzDxmNJVKFgEeAQFy',
    'qJFASjFJkhQUlZYOIEm0oG0DghgMYggyICPgQwQJnwiJ8AhjAy4HEJYHRJ1OlsMjiVacc0v2k3LTL0Ss/MJzK8Llh5ahViU5N8Pzq2skyy0HAZpz5t8KZRGl',
    'Kb22Bo0M3wpN0zRuIe8i1E8pjqYLJdC2f+YKSyjbYGuWow4j3VjANWUTu8Q14X4TMx0x505dCkSVEjpmUQhsAotk32Dt14jeGZZyNoHeczRQ0dUN9U56euDJ',
    'CjVH9dumJ9WUr2l+oRhL2/TrO4c9YFDMZ6vF4lbRPTqp6zOq',
  ].join(''),
  'base64',
);
