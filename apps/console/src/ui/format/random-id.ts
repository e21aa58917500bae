const signs = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Eight small letters and digits, for what only has to differ. */
export function randomId(): string {
  return Array.from({ length: 8 }, () => signs[Math.floor(Math.random() * signs.length)]).join('');
}
