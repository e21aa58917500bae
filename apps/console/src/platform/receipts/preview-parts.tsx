import { getReceiptItemsRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { Button } from '#ui/primitives/button.tsx';
import { StateLabel, stateWords } from '#ui/primitives/state-badge.tsx';
import styles from './preview-dialog.module.css';
import { actWords, type Receipt, tally } from './receipt-words.ts';

const fewSamples = 5;
const manyItems = 1_000;

/** Those that it is done to: whose they are, in which states, what goes with them, some by name. */
export function ActingPart({ receipt }: { receipt: Receipt }) {
  const [all, setAll] = useState(false);
  const { act, results, states, owners, projects, checkpoints, samples } = receipt;
  const rest = useCallQuery(
    getReceiptItemsRoute,
    { params: { receiptId: receipt.id }, query: { result: 'waiting', limit: manyItems } },
    { enabled: all },
  );
  const shown = all ? (rest.data?.items ?? samples) : samples.slice(0, fewSamples);
  const about = [
    tally(owners),
    tally(states.map(({ name, count }) => ({ name: stateWords(name), count }))),
    projects.length > 1 ? `in ${projects.length} projects: ${tally(projects)}` : '',
    act === 'delete' && checkpoints.count > 0
      ? `with ${formatCount(checkpoints.count)} checkpoints (${formatBytes(checkpoints.bytes)})`
      : '',
  ];
  return (
    <section className={styles.part} aria-label={`Will be ${actWords[act].done}`}>
      <h3>
        <strong>{formatCount(results.waiting)}</strong>
        <span>
          will be {actWords[act].done} <small>{about.filter(Boolean).join('; ')}</small>
        </span>
        {results.waiting > fewSamples && !all ? (
          <Button size="xs" variant="quiet" onClick={() => setAll(true)}>
            See all
          </Button>
        ) : null}
      </h3>
      {/* Scrolls where it is long, so that the keyboard has to reach it. */}
      <ul className={styles.items} {...(all && { tabIndex: 0, role: 'list', 'aria-label': 'All of them' })}>
        {shown.map(({ id, name, state, username }) => (
          <li key={id}>
            <span className={styles.id}>{id}</span>
            <span className={styles.state}>
              <StateLabel state={state} />
            </span>
            <span className={styles.name} title={name}>
              {name}
            </span>
            <span className={styles.user}>{username}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LeftAloneProps {
  receipt: Receipt;
  result: 'nothing' | 'refused';
  words: string;
  about: string;
}

/** Those that are left as they are, by why. */
export function LeftAlonePart({ receipt, result, words, about }: LeftAloneProps) {
  const count = receipt.results[result];
  if (count === 0) return null;
  return (
    <section className={styles.part} aria-label={words}>
      <h3>
        <strong>{formatCount(count)}</strong>
        <span>
          {words} <small>{about}</small>
        </span>
      </h3>
      <ul className={styles.reasons}>
        {receipt.reasons
          .filter((one) => one.result === result)
          .map(({ reason, count }) => (
            <li key={reason}>
              <span className={styles.id}>{formatCount(count)}</span>
              <span>{reason}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}
