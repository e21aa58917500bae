import type { FastifyRequest } from 'fastify';

/** Who counts as one where callers take turns: a user with all his tasks, and of strangers an address. */
export function requester({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string {
  return caller ? `user ${caller.user.id}` : `address ${ip}`;
}
