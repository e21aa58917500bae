import type { Context, PublicContext } from '#platform/http/context.ts';

/** HttpOnly, SameSite=Lax, Secure on TLS. */
function attributes(ctx: PublicContext): string {
  return `Path=/; HttpOnly; SameSite=Lax${ctx.headers['x-forwarded-proto'] === 'https' ? '; Secure' : ''}`;
}

export function setSessionCookie(ctx: PublicContext, token: string, expiresAt: Date): void {
  ctx.setHeader('Set-Cookie', `auth=${token}; Expires=${expiresAt.toUTCString()}; ${attributes(ctx)}`);
}

/** Clears the cookie with the path and attributes it was set with. */
export function clearSessionCookie(ctx: Context): void {
  ctx.setHeader('Set-Cookie', `auth=; Expires=${new Date(0).toUTCString()}; ${attributes(ctx)}`);
}
