import type { Context, PublicContext } from '#platform/http/context.ts';
import { commonCookie, ownCookie } from '#platform/http/credentials.ts';

/** HttpOnly, SameSite=Lax, Secure on TLS. */
function attributes(ctx: PublicContext): string {
  return `Path=/; HttpOnly; SameSite=Lax${ctx.headers['x-forwarded-proto'] === 'https' ? '; Secure' : ''}`;
}

export function setSessionCookie(ctx: PublicContext, token: string, expiresAt: Date): void {
  write(ctx, token, expiresAt);
}

/** Clears the cookies with the path and attributes they were set with. */
export function clearSessionCookie(ctx: Context): void {
  write(ctx, '', new Date(0));
}

/** One that clients know, and one of this cluster: signing in to another server of the host leaves that alone. */
function write(ctx: PublicContext, token: string, expires: Date): void {
  const rest = `=${token}; Expires=${expires.toUTCString()}; ${attributes(ctx)}`;
  ctx.setHeader('Set-Cookie', [commonCookie + rest, ownCookie(ctx.master.clusterId) + rest]);
}
