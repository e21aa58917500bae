import { toast } from '#platform/toasts.tsx';
import { manyOf } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import type { Action, BulkWords, Refused, Subject } from './action.ts';
import styles from './say-outcome.module.css';

/** The action as the selection bar has it: in the specification's words for several, whatever number is chosen. */
export function asBulk<S extends Subject>(action: Action<S>, bulk: BulkWords, nouns: string): Action<S> {
  return { ...action, bulk, failed: `Unable to ${action.label} Selected ${nouns}` };
}

/** So many refusals are told with their words. */
export const mostTold = 5;

/** Says how many it was done to, and why not to the others. The way back, where there is one, is that of those it was done to. */
export function sayOutcome<S extends Subject>(
  action: Action<S>,
  subjects: readonly S[],
  refused: readonly Refused[],
  undo: (() => void) | undefined,
): void {
  const { ignored = 0, told } = action.bulk ?? {};
  const { label, kind } = action;
  const count = (number: number) => `${number} ${number === 1 ? kind.noun : manyOf(kind.noun)}`;
  const done = subjects.length - refused.length;
  const title = `${done === 0 || refused.length === 0 ? '' : 'Partial '}${label} ${refused.length === 0 ? 'Success' : 'Failure'}`;
  const say = refused.length === 0 ? toast.done : toast.warn;
  const words =
    done === 0
      ? `Unable to ${label.toLowerCase()} ${count(subjects.length)}.`
      : refused.length > 0
        ? `${label} succeeded for ${done} out of ${subjects.length} eligible ${manyOf(kind.noun)}.`
        : `${label} succeeded for ${count(done)}.`;
  say(
    title,
    <>
      <p>{words}</p>
      {done > 0 ? told : null}
      {ignored > 0 ? <p>{`Unmanaged ${manyOf(kind.noun)} are ignored: ${ignored}.`}</p> : null}
      {refused.length > 0 ? <Refusals refused={refused} subjects={subjects} /> : null}
      {undo && done > 0 ? (
        <Button
          size="xs"
          onClick={() => {
            toast.hide(title);
            undo();
          }}
        >
          Undo
        </Button>
      ) : null}
    </>,
  );
}

interface RefusalsProps {
  refused: readonly Refused[];
  /** How many there are, where not all are given. */
  count?: number;
  subjects: readonly Pick<Subject, 'id' | 'name'>[];
}

export function Refusals({ refused, count = refused.length, subjects }: RefusalsProps) {
  return (
    <ul className={styles.refusals}>
      {refused.slice(0, mostTold).map(({ id, error }) => (
        <li key={id}>
          {subjects.find((subject) => subject.id === id)?.name ?? id} ({id}): {error}
        </li>
      ))}
      {count > mostTold ? <li>{count - mostTold} more were refused.</li> : null}
    </ul>
  );
}
