import type { ItemResult, ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import type { ColumnType, Generated } from 'kysely';
import type { NullableTime, Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    receipts: ReceiptsTable;
    receipt_items: ReceiptItemsTable;
  }
}

/** What an act needs to know. */
export interface Given {
  projectId?: number | undefined;
  days?: number | undefined;
  add?: string[] | undefined;
  remove?: string[] | undefined;
  note?: string | undefined;
}

export interface Summary {
  reasons: { result: 'nothing' | 'refused'; reason: string; count: number }[];
  states: { name: string; count: number }[];
  owners: { id: number; count: number }[];
  projects: { id: number; count: number }[];
  checkpoints: { count: number; bytes: number };
  samples: number[];
}

export interface Asked {
  by: 'ids' | 'filter' | 'receipt';
}

/** Of whom it is that acts, when the call is over. */
export interface ReceiptSession {
  kind: 'user' | 'access_token';
  id: number;
}

export type ReceiptKind = 'experiment' | 'run';

type Json<T> = ColumnType<T, string, string>;

export interface ReceiptsTable {
  id: Generated<string>;
  kind: ReceiptKind;
  act: ReceiptAct;
  given: Json<Given>;
  asked: Json<Asked>;
  project_id: number | null;
  undoes: string | null;
  user_id: number;
  session: Json<ReceiptSession>;
  request_id: string;
  address: string;
  state: Generated<'previewed' | 'running' | 'done' | 'stopped'>;
  stopping: Generated<boolean>;
  previewed_at: Time;
  executed_at: NullableTime;
  ended_at: NullableTime;
  undo_until: NullableTime;
  summary: ColumnType<Summary, string | undefined, string>;
  total: Generated<number>;
  waiting: Generated<number>;
  done: Generated<number>;
  failed: Generated<number>;
  nothing: Generated<number>;
  refused: Generated<number>;
}

export interface ReceiptItemsTable {
  receipt_id: string;
  item_id: number;
  name: string;
  state: string;
  owner_id: number;
  project_id: number;
  result: ItemResult;
  reason: string;
  was: ColumnType<Given | null, string | null, string | null>;
  given: ColumnType<Given | null, string | null, string | null>;
}
