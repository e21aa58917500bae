import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PublicContext } from '#platform/http/context.ts';
import { readCookie } from '#platform/http/credentials.ts';
import { oidcLibrary } from './oidc-client.ts';

const cookieName = 'oauth2_state';
const seconds = 300;
const longestRelay = 2000;

const shape = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string(), relay: z.string() });

/**
 * One way to the provider and back, kept by the browser that takes it: what comes back is good there only, once, within five
 * minutes. Scripts and other sites cannot read or write it.
 */
export type OidcAttempt = z.output<typeof shape>;

export async function beginAttempt(ctx: PublicContext, relay: string): Promise<OidcAttempt> {
  const { randomNonce, randomPKCECodeVerifier, randomState } = await oidcLibrary();
  const attempt = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    relay: relay.length > longestRelay ? '' : relay,
  };
  setCookie(ctx, Buffer.from(JSON.stringify(attempt)).toString('base64url'), seconds);
  return attempt;
}

/** What the browser kept, if it did; it is forgotten in any case. */
export function takeAttempt(request: FastifyRequest, ctx: PublicContext): OidcAttempt | undefined {
  const kept = readCookie(request.headers.cookie, cookieName);
  setCookie(ctx, '', 0);
  try {
    return shape.parse(JSON.parse(Buffer.from(kept ?? '', 'base64url').toString()));
  } catch {
    return undefined;
  }
}

function setCookie(ctx: PublicContext, value: string, maxAge: number): void {
  const secure = ctx.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  // The provider leads back by a link of another site, which Lax lets through.
  ctx.setHeader('Set-Cookie', `${cookieName}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`);
}
