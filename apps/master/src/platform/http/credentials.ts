import type { IncomingHttpHeaders } from 'node:http';
import { permissionDenied } from '@determined/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Master } from '../master.ts';
import type { Caller } from './context.ts';
import type { Credentials } from './serve.ts';

/** As clients of the platform know it; every server of a host writes it, since browsers tell no ports apart. */
export const commonCookie = 'auth';

/** That of a hosting service, whose tokens sign in. */
const externalCookie = 'det_jwt';

/** That of this cluster alone, which is looked at first. */
export const ownCookie = (clusterId: string): string => `${commonCookie}_${clusterId.slice(0, 8)}`;

/** Everything in a request that can prove who sent it; the first present one decides (facts: contract, Authentication). */
export function credentialsOf(
  request: FastifyRequest,
  { clusterId, config }: Pick<Master, 'clusterId' | 'config'>,
): Credentials {
  const header = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const cookies = [ownCookie(clusterId), commonCookie];
  if (config.__internal.external_sessions.jwt_key !== null) cookies.unshift(externalCookie);
  return {
    userToken: header('grpc-metadata-x-user-token'),
    authorization: header('authorization'),
    cookie: cookies.map((name) => readCookie(header('cookie'), name)).find((value) => value !== undefined),
    allocationToken: header('grpc-metadata-x-allocation-token'),
  };
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** A write that only a cookie vouches for must come from our own pages. */
export function refuseForeignOrigin(request: FastifyRequest, caller: Caller): void {
  if (!caller.session.byCookie || request.method === 'GET' || request.method === 'HEAD') return;
  if (!sameOrigin(request.headers)) {
    throw permissionDenied('a request signed in by cookie must come from the same origin');
  }
}

/** True when the browser says that the request comes from a page of this very server. */
export function sameOrigin({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return false;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** True when a browser says that the request comes from a page of another server; other clients say nothing of it. */
export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  return (headers['sec-fetch-site'] !== undefined || headers.origin !== undefined) && !sameOrigin(headers);
}
