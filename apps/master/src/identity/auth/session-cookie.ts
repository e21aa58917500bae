import type { Context, PublicContext } from '#platform/http/context.ts';

/** Decision 20: HttpOnly, SameSite=Lax, Secure on TLS. */
function attributes(ctx: PublicContext): string {
  return `Path=/; HttpOnly; SameSite=Lax${ctx.headers['x-forwarded-proto'] === 'https' ? '; Secure' : ''}`;
}

export function setSessionCookie(ctx: PublicContext, token: string, expiresAt: Date): void {
  ctx.setHeader('Set-Cookie', `auth=${token}; Expires=${expiresAt.toUTCString()}; ${attributes(ctx)}`);
}

/** Clears the cookie with the path and attributes it was set with (decision 44). */
export function clearSessionCookie(ctx: Context): void {
  ctx.setHeader('Set-Cookie', `auth=; Expires=${new Date(0).toUTCString()}; ${attributes(ctx)}`);
}
