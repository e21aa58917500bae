import type { AuditAction, AuditKind } from '@determined/contract/identity/audit-kinds.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import '../audit-tables.ts';

/** Who does it; without user and session nobody is signed in (yet). */
export type Doer = Pick<Context, 'requestId' | 'remoteAddress'> & Partial<Pick<Context, 'user' | 'session'>>;

export interface Deed {
  action: AuditAction;
  kind: AuditKind;
  id?: number | string;
  name?: string;
  /** The thing's row or part of it: only what differs is kept, of secrets only that they do. */
  before?: object | undefined;
  after?: object | undefined;
}

/** Writes down what is done, in the transaction that does it: it is done and told, or neither. */
export const recordAudit = (tx: Tx, by: Doer, deed: Deed): Promise<void> => recordAudits(tx, by, [deed]);

/** The same of what is done at once to several; at least one. */
export async function recordAudits(tx: Tx, by: Doer, deeds: readonly Deed[]): Promise<void> {
  const rows = deeds.map(({ action, kind, id, name, before, after }) => {
    const [was, is] = differing(asFields(before), asFields(after));
    return {
      user_id: by.user?.id ?? null,
      username: by.user?.username ?? '',
      session_kind: by.session?.kind ?? (by.user ? ('user' as const) : ('nobody' as const)),
      action,
      kind,
      thing_id: String(id ?? ''),
      thing_name: name ?? '',
      before: JSON.stringify(was),
      after: JSON.stringify(is),
      request_id: by.requestId,
      address: by.remoteAddress,
    };
  });
  await tx.insertInto('audit_entries').values(rows).execute();
}

type Fields = Record<string, unknown>;

const asFields = (value: object | undefined): Fields => ({ ...value });

function differing(before: Fields, after: Fields): [Fields, Fields] {
  const was: Fields = {};
  const is: Fields = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [left, right] = [before[name], after[name]];
    if (uninteresting.includes(name) || JSON.stringify(left) === JSON.stringify(right)) continue;
    const shown = secret.test(name) ? hidden : (value: unknown) => value;
    if (left !== undefined) was[name] = shown(left);
    if (right !== undefined) is[name] = shown(right);
  }
  return [was, is];
}

/** Change by themselves with every change. */
const uninteresting = ['modified_at', 'last_auth_at'];
/** A storage's configuration has keys in it. */
const secret = /password|secret|token|storage/;
const hidden = () => '********';
