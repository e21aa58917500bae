import { ApiError } from '@determined/contract/errors.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { queryClient, refresh } from '#platform/api/query-client.ts';
import { reportError } from '#platform/api/report-error.ts';
import { setLeftAlone } from '#platform/receipts/left-alone.ts';
import { toast } from '#platform/toasts.tsx';
import { type Action, type Refused, type Subject, subjectWords } from './action.ts';
import { askForPreview, previews } from './ask-for-preview.ts';
import { sayOutcome } from './say-outcome.tsx';
import { showAtOnce } from './show-at-once.ts';

/**
 * Does it: shows at once what it leads to, makes the call, and reads anew what the call changes, also after a failure, as
 * what was shown was not true then. Throws what it failed with.
 */
export async function perform<S extends Subject>(action: Action<S>, subjects: readonly S[]): Promise<void> {
  const { kind, shown, leaves, bulk } = action;
  const [first, ...others] = subjects;
  if (first && previews(action)) return askForPreview(action, [first, ...others]);
  const ids = subjects.map((subject) => subject.id);
  if (bulk) setLeftAlone(undefined);
  const atOnce =
    (shown || leaves) &&
    showAtOnce(queryClient, {
      entity: kind.entity,
      mark: kind.mark,
      ids: new Set(ids),
      fields: shown ?? {},
      leave: leaves,
    });
  try {
    const refused = await send(action, subjects);
    if (bulk) {
      const doneTo = subjects.filter(({ id }) => !refused.some((one) => one.id === id));
      markRefused(action, refused);
      sayOutcome(action, subjects, refused, wayBack(action, doneTo));
      bulk.onDone();
      return;
    }
    if (refused.length > 0) throw new ApiError('FailedPrecondition', refusedWords(refused, subjects));
  } catch (error) {
    if (atOnce) atOnce.takeBack();
    if (bulk)
      markRefused(
        action,
        ids.map((id) => ({ id, error: messageOf(error) })),
      );
    throw error;
  } finally {
    if (atOnce) atOnce.settle();
    void refresh(subjects.flatMap((one) => changesOf(action.route, action.request(one))));
  }
  if (action.done) sayDone(action, subjects, action.done);
}

/** `perform` that says itself what it failed with. */
export async function performAndReport<S extends Subject>(action: Action<S>, subjects: readonly S[]): Promise<void> {
  try {
    await perform(action, subjects);
  } catch (error) {
    reportFailure(action, subjects, error);
  }
}

export function reportFailure<S extends Subject>(action: Action<S>, subjects: readonly S[], error: unknown): void {
  const [only] = subjects;
  const named = subjects.length === 1 && only && action.failedFor?.(only);
  reportError(error, { title: action.failed, message: [named, messageOf(error)].filter(Boolean).join(' ') });
}

async function send<S extends Subject>(action: Action<S>, subjects: readonly S[]): Promise<Refused[]> {
  const [only] = subjects;
  // Of what is chosen each one's refusal is told, also of a single one.
  if (subjects.length === 1 && only && !(action.many && (action.bulk || action.manyOnly))) {
    await call(action.route, action.request(only));
    return [];
  }
  if (action.many) return (await action.many(subjects.map(({ id }) => id))).filter(({ error }) => error !== '');
  const results = await Promise.allSettled(subjects.map((one) => call(action.route, action.request(one))));
  return results.flatMap((result, i) => {
    const id = subjects[i]?.id;
    return result.status === 'fulfilled' || id === undefined ? [] : [{ id, error: messageOf(result.reason) }];
  });
}

/** For the table in which they were chosen. */
function markRefused<S extends Subject>({ kind, label, bulk }: Action<S>, refused: readonly Refused[]): void {
  const reasons = new Map(refused.map(({ id, error }) => [Number(id), error]));
  setLeftAlone({
    ...{ kind: kind.entity, label, reasons },
    projectId: bulk?.chosen?.projectId ?? null,
    count: refused.length,
  });
}

/** "mnist: Experiment is archived. 2 more were refused." */
function refusedWords(refused: readonly Refused[], subjects: readonly Subject[]): string {
  const [first, ...others] = refused;
  const name = subjects.find(({ id }) => id === first?.id)?.name ?? first?.id;
  const more = others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'was' : 'were'} refused.`;
  return `${name}: ${first?.error}${more}`;
}

function sayDone<S extends Subject>(action: Action<S>, subjects: readonly S[], done: NonNullable<Action<S>['done']>) {
  const undo = wayBack(action, subjects);
  const words = 'words' in done ? done.words : `${done.word} ${subjectWords(action.kind, subjects)}`;
  if (undo) toast.undoable(words, undo);
  else toast.done(words);
}

/** Takes it back, which is not to be taken back itself. */
function wayBack<S extends Subject>(action: Action<S>, subjects: readonly S[]): (() => void) | undefined {
  const { done, bulk } = action;
  if (!done?.undo) return undefined;
  const back = { ...done.undo(), done: undefined, ...(bulk && { bulk: { ignored: 0, onDone: () => {} } }) };
  return () => void performAndReport(back, subjects);
}
