import { plural } from '#ui/format/words.ts';
import type { User } from '../shared/user.ts';

/** "Ada", or "7 users: Ada, Grace, Alan, Mina, Ken, …". */
export function userWords(users: readonly User[]): string {
  const [first] = users;
  if (users.length === 1 && first) return first.name;
  const names = users.slice(0, 5).map(({ name }) => name);
  const some = users.length > names.length ? `${names.join(', ')}, …` : names.join(', ');
  return `${plural(users.length, 'user')}: ${some}`;
}
