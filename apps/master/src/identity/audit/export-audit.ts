import { Readable } from 'node:stream';
import { invalidArgument } from '@determined/contract/errors.ts';
import { auditFilter } from '@determined/contract/identity/audit-ext-routes.ts';
import { z } from 'zod';
import { z as mini } from 'zod/mini';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import { type AuditFilter, auditEntries, auditView } from './audit-filter.ts';

const queryShape = mini.object({ ...auditFilter, format: mini._default(mini.enum(['csv', 'jsonl']), 'csv') });
/** So many entries are read at once. */
const pieceSize = 1000;

type Entry = ReturnType<typeof auditView>;

const formats = {
  csv: {
    type: 'text/csv; charset=UTF-8',
    head: `${csvLine(csvColumns())}`,
    line: (entry: Entry) => csvLine(cells(entry)),
  },
  jsonl: { type: 'application/jsonl; charset=UTF-8', head: '', line: (entry: Entry) => `${JSON.stringify(entry)}\n` },
};

/** What fits the filter, oldest first, piece by piece: the log may be large. */
export const exportAudit: RawHandler = async (request, reply, ctx) => {
  const asked = queryShape.safeParse(Object.fromEntries(new URL(request.url, 'http://local').searchParams));
  if (!asked.success) throw invalidArgument(z.prettifyError(asked.error));
  const { format, ...filter } = asked.data;
  return reply
    .type(formats[format].type)
    .header('Content-Disposition', `attachment; filename="audit.${format}"`)
    .send(Readable.from(pieces(ctx, filter, formats[format])));
};

async function* pieces(ctx: Context, filter: AuditFilter, { head, line }: (typeof formats)['csv']) {
  if (head !== '') yield head;
  for (let after = 0; ; ) {
    const from = after;
    const rows = await boundedSearch(ctx, (tx) =>
      auditEntries(tx, filter).where('id', '>', from).orderBy('id').limit(pieceSize).execute(),
    );
    yield rows.map((row) => line(auditView(row))).join('');
    after = rows.at(-1)?.id ?? after;
    if (rows.length < pieceSize) return;
  }
}

function csvColumns() {
  return [
    'id',
    'at',
    'user_id',
    'username',
    'by',
    'action',
    'kind',
    'thing_id',
    'thing_name',
    'before',
    'after',
    'request_id',
    'address',
  ];
}

function cells({ user, before, after, ...entry }: Entry): string[] {
  const { id, at, by, action, kind, thingId, thingName, requestId, address } = entry;
  const who = user ? [String(user.id), user.username] : ['', ''];
  const change = [JSON.stringify(before), JSON.stringify(after)];
  return [String(id), at, ...who, by, action, kind, thingId, thingName, ...change, requestId, address];
}

/** RFC 4180; what a spreadsheet would take for a formula is made a text by an apostrophe. */
function csvLine(values: readonly string[]): string {
  const cell = (value: string) => {
    const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return `${values.map(cell).join(',')}\r\n`;
}
