import { permissionDenied, unauthenticated } from '@determined/contract/errors.ts';
import { z } from 'zod';
import { readRsaKey } from '#platform/config/rsa-key.ts';
import type { ExternalSessionSettings } from '#platform/config/sign-in-settings.ts';

/** Whom a token of the hosting service names. */
export interface ExternalPerson {
  id: string;
  email: string;
  name: string;
  admin: boolean;
  /** When the token ends. */
  until: Date;
}

const role = z.enum(['none', 'user', 'admin']);
const organisation = z.object({
  Role: role,
  DefaultClusterRole: z.nullish(role),
  ClusterRoles: z.nullish(z.record(z.string(), role)),
  ClusterActivations: z.nullish(z.record(z.string(), z.boolean())),
});
const claims = z.object({
  exp: z.number(),
  iat: z.number(),
  UserID: z.string().min(1).max(255),
  Email: z.string(),
  Name: z.nullish(z.string()),
  // Of the other organisations nothing is asked.
  OrgRoles: z.record(z.string(), z.unknown()),
});

/** Signers' clocks go wrong by so much. */
const clockToleranceS = 30;

/**
 * Checks signature and times, and that the token is for this organisation and cluster. Throws 401, and 403 where the
 * person is not activated here. Facts: sign-in by others 4.
 */
export async function readExternalToken(
  token: string,
  { jwt_key, org_id, cluster_id }: ExternalSessionSettings,
  now: Date,
): Promise<ExternalPerson> {
  const key = jwt_key === null ? undefined : readRsaKey(jwt_key);
  if (!key || org_id === null || cluster_id === null) throw unauthenticated('invalid credentials');
  // Forty-six modules that a server without such sessions never needs.
  const { importJWK, jwtVerify } = await import('jose');
  let told: z.output<typeof claims>;
  let here: z.output<typeof organisation>;
  try {
    // The kinds of signature are named: a token does not choose how it is checked.
    const { payload } = await jwtVerify(token, await importJWK(key, 'RS256'), {
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat'],
      currentDate: now,
      clockTolerance: clockToleranceS,
    });
    told = claims.parse(payload);
    if (told.iat > now.getTime() / 1000 + clockToleranceS) throw new Error('issued in the future');
    here = organisation.parse(own(told.OrgRoles, org_id));
  } catch {
    throw unauthenticated('invalid credentials');
  }
  const inCluster = here.Role === 'admin' ? 'admin' : (own(here.ClusterRoles, cluster_id) ?? here.DefaultClusterRole);
  if (here.Role === 'none' || !inCluster || inCluster === 'none') throw unauthenticated('invalid credentials');
  if (own(here.ClusterActivations, cluster_id) === false) throw permissionDenied('user does not have permission');
  return {
    id: told.UserID,
    email: told.Email,
    name: told.Name ?? '',
    admin: inCluster === 'admin',
    until: new Date(told.exp * 1000),
  };
}

const own = <Value>(record: Record<string, Value> | null | undefined, name: string): Value | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;
