import type { Check, CheckedKind, RefusalWords } from './checks.ts';
import type { Entity } from './entities.ts';
import type { Permission, WithoutRbac } from './permissions.ts';
import type { Stales, Subjects } from './staleness.ts';
import type { Input, Message } from './wire/message.ts';
import { queryNames } from './wire/request-shape.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the contract's data says of a call; made by tools/contract. */
export interface RouteData<Req, Res> {
  rpc: string;
  method: Method;
  /** With the prefix /api/v1; `{param}` in lowerCamelCase, dotted where the request nests it. */
  path: string;
  request: Message<Req>;
  reply: Message<Res>;
  /** `*`: the body is the request. A name: the body is that field's value. null: there is none. */
  body: string | null;
  streaming: boolean;
  noAuth: boolean;
  deprecated: boolean;
}

/** Who may make a call. No sign-in is needed only where the route says noAuth. */
export interface Needs {
  /** The permission asked for with roles in force; `none`: any signed-in user, but for `checks`. */
  permission: Permission | 'none';
  /** Permissions needed besides, on the same thing. */
  and: readonly Permission[];
  on: CheckedKind | 'none';
  /**
   * Field path of the thing's id (or name, uuid) in the request, `''` without a thing. A zero or empty id is the
   * handler's (it means all, or the default one) where `absent` does not say what it stands for.
   */
  by: string;
  /** Without an id the permissions are asked at cluster scope, or on the place that everybody has. */
  absent: 'handler' | 'cluster' | 'default';
  withoutRbac: WithoutRbac;
  refusal?: RefusalWords;
  /** What is asked besides. */
  checks: readonly Check[];
}

/** What a route needs where it does not say otherwise: a sign-in. */
export const noNeeds: Needs = {
  permission: 'none',
  and: [],
  on: 'none',
  by: '',
  absent: 'handler',
  withoutRbac: 'anyone',
  checks: [],
};

/** Any signed-in user. */
export const signedIn: Partial<Needs> = {};

export interface Route<Req, Res> extends RouteData<Req, Res>, Stales {
  /** The rpc in lowerCamelCase: `getExperiment`. */
  name: string;
  /** Request fields that travel in the query, nested ones with dots. */
  readonly query: string[];
  needs: Needs;
}

/** What people say of a call beside its data. */
export interface Decided {
  needs: Partial<Needs>;
  /** What its answer shows: said of every call that changes nothing; empty where no change makes the answer stale. */
  reads?: readonly Entity[];
  changes?: readonly Entity[];
  /** What it reads or changes is of these things only; without it of the thing that its permission is asked on. */
  of?: Subjects;
}

/** The thing a permission is asked on, as the subject of what is read and changed. */
export function subjectsOf({ on, by }: Partial<Needs>): Subjects {
  return by ? { [on ?? 'none']: by } : {};
}

/** Any route; for tables of routes, where the message types of the single entries are forgotten. */
// biome-ignore lint/suspicious/noExplicitAny: messages are invariant, so `unknown` would fit no route
export type AnyRoute = Route<any, any>;

/** What a handler is given: the decoded request, every field there. */
export type RequestOf<R> = R extends RouteData<infer Req, infer _Res> ? Req : never;
/** What a caller gives. */
export type RequestInput<R> = R extends RouteData<infer Req, infer _Res> ? Input<Req> : never;
/** What a handler returns: fields may be left out, at any depth. */
export type ReplyOf<R> = R extends RouteData<infer _Req, infer Res> ? Input<Res> : never;
/** What a caller gets: every field there. */
export type Reply<R> = R extends RouteData<infer _Req, infer Res> ? Res : never;

/** Generated data of a call; flags: s streaming, p public (no token), d deprecated. */
export function routeData<Req, Res>(
  rpc: string,
  method: Method,
  path: string,
  request: Message<Req>,
  reply: Message<Res>,
  body: string | null = null,
  flags = '',
): RouteData<Req, Res> {
  return {
    rpc,
    method,
    path: `/api/v1${path}`,
    request,
    reply,
    body,
    streaming: flags.includes('s'),
    noAuth: flags.includes('p'),
    deprecated: flags.includes('d'),
  };
}

/** The route: generated data with what people decide about it. */
export function route<Req, Res>(data: RouteData<Req, Res>, decided: Decided): Route<Req, Res> {
  return {
    ...data,
    name: data.rpc.charAt(0).toLowerCase() + data.rpc.slice(1),
    get query() {
      return queryNames(data);
    },
    needs: {
      ...noNeeds,
      ...decided.needs,
    },
    reads: decided.reads,
    changes: decided.changes ?? [],
    of: decided.of ?? subjectsOf(decided.needs),
  };
}
