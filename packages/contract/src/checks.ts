import type { EntityKind } from './entities.ts';
import type { Permission, Right } from './permissions.ts';

/** The kind of thing whose workspace permissions are looked up in; `cluster`: at cluster scope only. */
export type CheckedKind = EntityKind | 'cluster';

/** What a refusal says where the platform does not say the usual. `{usual}` is what it would say, `{user}` who asks. */
export interface RefusalWords {
  withoutRoles?: string;
  withRoles?: string;
  /** With roles, of oneself or one's own. */
  own?: string;
}

interface Asked extends Right {
  on: CheckedKind;
  /** `anywhere`: one workspace in which they are held is enough. */
  at?: 'anywhere';
  refusal?: RefusalWords;
  /** Asked only under this setting of the cluster. */
  when?: 'strictJobQueueControl';
  /** The thing is found on the way, so that the handler asks; without it the pipeline does, before the handler. */
  asked?: 'handler';
}

/** A list, count or stream: only what one may see is shown, counted, told. */
export interface ScopeCheck extends Asked {
  kind: 'scope';
  /** Path in the reply of what is shown; `''`: they are only counted. */
  by: string;
}

/** Many things named in the request: each is asked. */
export interface EachCheck extends Asked {
  kind: 'each';
  /** Path in the request, through its lists. */
  by: string;
  /** A refusal is that item's answer (the handler asks), or the whole call's. */
  refuses: 'item' | 'call';
  absent?: 'cluster';
}

/** Fields that need more than the call does, by their paths. */
export interface FieldsCheck extends Asked {
  kind: 'fields';
  /** Of the request: asked when one of them is given. Of the reply: left out without the right (the handler does). */
  of: 'request' | 'reply';
  by: readonly string[];
  /** Of fields that are never absent: an empty one is not given. */
  emptyIsAbsent?: true;
  /** What is needed of oneself. */
  own?: readonly Permission[];
}

/** A second thing that the call is about, such as a destination, a parent, a checkpoint or a template. */
export interface AlsoCheck extends Asked {
  kind: 'also';
  /** Path in the request, `''` without a thing. One that is not given is not asked, but for `absent`. */
  by: string;
  absent?: 'cluster' | 'default';
}

/** A user, or something of a user: `own` is needed for oneself or one's own (nothing without it), `needs` for others'. */
export interface SelfCheck extends Asked {
  kind: 'self';
  by: string;
  own?: readonly Permission[];
}

/**
 * What a call asks beyond the permission on the thing it is about: data, so that the pipeline asks most of it and tests of
 * all of it are generated.
 */
export type Check = ScopeCheck | EachCheck | FieldsCheck | AlsoCheck | SelfCheck;
