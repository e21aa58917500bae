import type { Entity } from '@determined/contract/entities.ts';
import type { ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { AnyRoute } from '@determined/contract/route.ts';
import type { Verdict } from '@determined/contract/rule.ts';
import type { previewReceiptRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Request } from '#platform/api/call.ts';
import type { May, WhyNot } from '#platform/session/may.ts';
import type { Rule, Target } from '#platform/session/rights.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { manyOf } from '#ui/format/words.ts';

/** What every thing that can be acted on has. */
export interface Subject {
  id: number | string;
  name: string;
  /** Of many chosen things it is one for all those alike, so many; otherwise it is itself alone. */
  standsFor?: number;
}

/** How many things they are. */
export const countOf = (subjects: readonly Subject[]): number =>
  subjects.reduce((count, { standsFor = 1 }) => count + standsFor, 0);

/** What actions need to know of a kind of thing. */
export interface SubjectKind<S extends Subject> {
  /** Answers that read it show what an action leads to. */
  entity: Entity;
  /** "experiment", for sentences. */
  noun: string;
  /** Among the parts of answers that have an id, only such things have this field. */
  mark: string;
  /** Whom the rules of its calls ask for. */
  target: (subject: S) => Target;
}

/** `acts`, `absent` (has no place in this state), or its place with the reason why it can't be done now. */
export type Offer = 'acts' | 'absent' | { blocked: string };

/** Offered exactly where the contract's rule says that it acts. */
export function whereActs(verdict: Verdict<unknown>): Offer {
  return verdict.verdict === 'acts' ? 'acts' : 'absent';
}

export interface AskProps<S extends Subject> {
  /** Those that the action would act on; at least one. */
  subjects: readonly [S, ...S[]];
  onClose: () => void;
  /** What it was asked for: dialogs that several actions share do this one. */
  action: Action<S>;
  /** What was asked about is gone: leaves the page that shows it, before its data is asked for again. */
  onGone?: () => void;
}

/** What is said of an action on what is chosen in a table. */
export interface BulkWords {
  /** Of those chosen, so many are run by somebody else, and nothing was asked of them. */
  ignored: number;
  /** Said beside, where it was done to any: where to find them now. */
  told?: ReactNode;
  /** It has been done, or refused for each. */
  onDone: () => void;
  /** All that is chosen, also what it would not act on, as the preview of several is asked for. */
  chosen?: Chosen;
  /** Of these the table shows the rows. */
  inSight?: ReadonlySet<Subject['id']>;
}

export type Chosen = Pick<Preview, 'projectId' | 'selection'>;
type Preview = ExtRequestOf<typeof previewReceiptRoute>['body'];
/** How an act on several things is asked for. */
export type ReceiptWish = Pick<Preview, 'kind' | 'act'> &
  Partial<Pick<Preview, 'given'>> & {
    /** Its own dialog asks for more (where to, how long) and comes before the preview. */
    form?: true;
  };

/** What one of several was refused for. */
export interface Refused {
  id: Subject['id'];
  error: string;
}

/**
 * One thing that can be done with things of a kind: row menu, header, selection bar, command bar and shortcut all take the
 * same object, for one thing and for many.
 */
export interface Action<S extends Subject, R extends AnyRoute = AnyRoute> {
  key: string;
  label: string;
  icon: LucideIcon;
  /** It breaks something for good. */
  danger?: boolean;
  kind: SubjectKind<S>;
  /** The call that does it to one. */
  route: R;
  request: (subject: S) => Request<R>;
  /** The call that does it to several at once; without it there is one call each. Answers with what was refused. */
  many?: (ids: S['id'][]) => Promise<Refused[]>;
  /** There is no call for one: `many` is that for one, too. */
  manyOnly?: true;
  /** Whether it has a place in the state the thing is in; `may` is for rights over fields of the call. */
  rule: (subject: S, may: May) => Offer;
  /** Who may; by default what the call needs. */
  needs?: Rule;
  /** Asks first, by a dialog that comes when it is asked for. */
  ask?: () => Promise<ComponentType<AskProps<S>>>;
  /** Lists that show it have it no more as soon as it has been asked for. */
  leaves?: true;
  /** Of several chosen things it is previewed, carried out in the background, and can be looked up. */
  receipt?: ReceiptWish;
  /** Asked for what is chosen in a table: says what came of how many. Set by `asBulk`. */
  bulk?: BulkWords;
  /** What it looks like as soon as it has been asked for, before the server has answered. */
  shown?: Partial<S>;
  /**
   * Said afterwards, with the way back where there is one; without it nothing is said, and its effect is seen. `word`: "Paused", the things' names
   * follow; `words`: the specification's own.
   */
  done?: ({ word: string } | { words: string }) & { undo?: () => Action<S> };
  /** The specification's words when it fails. */
  failed: string;
  /** Before the server's own words, where one of its things is named. */
  failedFor?: (subject: S) => string;
}

/**
 * An action as the compiler can keep those of different calls in one list: what is sent fits the call by `defineAction`.
 */
export function defineAction<S extends Subject, R extends AnyRoute>(action: Action<S, R>): Action<S> {
  return action as unknown as Action<S>;
}

/** An action in its place: which things it would act on, or why on none. */
export interface Offered<S extends Subject> {
  action: Action<S>;
  /** Those that it acts on now; the others are in a state, or with people, that keep it off. */
  acting: readonly S[];
  disabledReason: string | undefined;
}

/** The actions that have a place for these things: one of them is enough. In the order of the list. */
export function offerActions<S extends Subject>(
  actions: readonly Action<S>[],
  subjects: readonly S[],
  whyNot: WhyNot,
): Offered<S>[] {
  return actions.flatMap((action): Offered<S>[] => {
    const acting: S[] = [];
    let reason: string | undefined;
    for (const subject of subjects) {
      const offer = offerOne(action, subject, whyNot);
      if (offer === 'acts') acting.push(subject);
      else if (offer !== 'absent') reason ??= offer.blocked;
    }
    if (acting.length > 0) return [{ action, acting, disabledReason: undefined }];
    return reason === undefined ? [] : [{ action, acting, disabledReason: reason }];
  });
}

function offerOne<S extends Subject>(action: Action<S>, subject: S, whyNot: WhyNot): Offer {
  const offer = action.rule(subject, (rule, target) => whyNot(rule, target) === undefined);
  const blocked = whyNot(action.needs ?? action.route.needs, action.kind.target(subject));
  if (offer === 'absent' || blocked === undefined) return offer;
  return { blocked };
}

/** "mnist" or "3 experiments". */
export function subjectWords<S extends Subject>({ noun }: SubjectKind<S>, subjects: readonly S[]): string {
  const [only] = subjects;
  const count = countOf(subjects);
  return count === 1 && only ? only.name : `${formatCount(count)} ${manyOf(noun)}`;
}
