import { Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { textParts } from '#platform/notes/mentions.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { useCurrentUser } from '#platform/session/session.ts';
import { RunMention } from '#training/shared/notes/run-mention.tsx';
import { PinDisc } from '#ui/chart/pin-disc.tsx';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { RelativeTime } from '#ui/primitives/relative-time.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import styles from './pins.module.css';
import { authorName, type NumberedPin, type PinnedRun, type Pinning, pinElement } from './use-pins.ts';

const PinDialog = laterForm(async () => (await import('./pin-dialog.tsx')).PinDialog);

interface PinSectionProps {
  pinning: Pinning;
  /** Metrics that can be pinned, as `group.name`. */
  metrics: readonly string[];
  /** The charts are not along batches. */
  elsewhere: boolean;
}

/** The pins of what is drawn, one after the other: to read and to act on without the charts. */
export function PinSection({ pinning, metrics, elsewhere }: PinSectionProps) {
  const { query, pins, asked, ask, runs, whyNot } = pinning;
  const heading = useId();
  const open = runs.filter(({ id }) => whyNot(id) === undefined);
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <SectionHead
        id={heading}
        title="Pins"
        note={elsewhere ? 'drawn along batches' : pins.length > 0 ? formatCount(pins.length) : null}
      >
        <Button
          size="xs"
          disabledReason={query.data && open.length === 0 ? whyNot(runs[0]?.id ?? 0) : undefined}
          inactive={!query.data}
          onClick={() => ask({ act: 'add', at: undefined })}
        >
          Add Pin
        </Button>
      </SectionHead>
      <QueryState
        query={query}
        failed="Unable to fetch pins"
        loading={<SkeletonRows words="Loading pins..." widths={[24, 220]} count={2} />}
      >
        {() =>
          pins.length === 0 ? (
            <p className={styles.none}>
              A pin is a note on a step of a curve. Press a point of a curve, or P while the keys read it, to add one.
            </p>
          ) : (
            <ol className={styles.list}>
              {pins.map((pin) => (
                <PinItem
                  key={pin.id}
                  pin={pin}
                  run={runs.find(({ id }) => id === pin.runId)}
                  whyNot={whyNot(pin.runId)}
                  ask={ask}
                />
              ))}
            </ol>
          )
        }
      </QueryState>
      {asked ? (
        <PinDialog
          key={asked.act === 'add' ? 'add' : asked.pin.id}
          asked={asked}
          runs={open}
          metrics={metrics}
          onClose={() => ask(undefined)}
        />
      ) : null}
    </section>
  );
}

interface PinItemProps {
  pin: NumberedPin;
  run: PinnedRun | undefined;
  whyNot: string | undefined;
  ask: Pinning['ask'];
}

function PinItem({ pin, run, whyNot, ask }: PinItemProps) {
  const own = pin.author.id === useCurrentUser().id;
  return (
    <li id={pinElement(pin.id)} tabIndex={-1} className={styles.item}>
      <span className={styles.number}>
        <PinDisc number={pin.number} />
      </span>
      <span className={styles.where}>
        <span>
          <b>batch {formatCount(pin.batches)}</b> of {pin.group}.{pin.metric}
          {run?.name ? (
            <>
              , {run.mark} {run.name}
            </>
          ) : null}
        </span>
        <span className={styles.by}>
          {authorName(pin.author)} · <RelativeTime at={pin.createdAt} />
          {pin.editedAt ? (
            <>
              {' '}
              · edited <RelativeTime at={pin.editedAt} />
            </>
          ) : null}
        </span>
      </span>
      <span className={styles.acts}>
        {own ? (
          <IconButton
            icon={Pencil}
            name={`Edit pin ${pin.number}`}
            size="xs"
            disabledReason={whyNot}
            onClick={() => ask({ act: 'edit', pin })}
          />
        ) : null}
        <IconButton
          icon={Trash2}
          name={`Delete pin ${pin.number}`}
          size="xs"
          disabledReason={whyNot}
          onClick={() => ask({ act: 'delete', pin })}
        />
      </span>
      <p className={styles.text}>
        <PinText text={pin.text} />
      </p>
    </li>
  );
}

/** Plain text, in which `#123` is a run. */
function PinText({ text }: { text: string }) {
  return textParts(text).map(({ text: part, run }, i) =>
    // Parts have no identity but their place.
    run === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <RunMention key={i} id={run}>
        {part}
      </RunMention>
    ),
  );
}
