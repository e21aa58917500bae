import { permissionDenied } from '@determined/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './context.ts';
import type { Credentials } from './serve.ts';

/** Everything in a request that can prove who sent it; the first present one decides (facts: contract, Authentication). */
export function credentialsOf(request: FastifyRequest): Credentials {
  const header = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  return {
    userToken: header('grpc-metadata-x-user-token'),
    authorization: header('authorization'),
    cookie: cookie(header('cookie'), 'auth'),
    allocationToken: header('grpc-metadata-x-allocation-token'),
  };
}

function cookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** A write that only a cookie vouches for must come from our own pages (decision 20). */
export function refuseForeignOrigin(request: FastifyRequest, caller: Caller): void {
  if (!caller.session.byCookie || request.method === 'GET' || request.method === 'HEAD') return;
  if (!sameOrigin(request)) {
    throw permissionDenied('a request signed in by cookie must come from the same origin');
  }
}

/** True when the browser says that the request comes from a page of this very server. */
export function sameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (typeof origin !== 'string') return false;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
