import { worded } from '#platform/switches/thing-words.ts';
import { plural } from '#ui/format/words.ts';
import styles from './changed-settings.module.css';
import { changedSettings } from './changes-of-config.ts';

/** So many are shown; more are counted. */
const most = 12;

/** What a configuration has otherwise than that of the experiment it is made of. */
export function ChangedSettings({ before, now, of }: { before: string; now: string; of: number }) {
  const changed = changedSettings(before, now);
  const more = changed.length - most;
  return (
    <section aria-label={worded`Changed from experiment ${of}`} aria-live="polite">
      <h3 className={styles.head}>{worded`Changed from experiment ${of}`}</h3>
      {changed.length === 0 ? <p className="muted">Nothing</p> : null}
      <ul className={styles.changes}>
        {changed.slice(0, most).map(({ name, before, now }) => (
          <li key={name}>
            <span className="mono">{name}</span> {before === undefined ? null : <del>{before}</del>}{' '}
            {now === undefined ? <span className="muted">taken out</span> : <ins>{now}</ins>}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="muted">and {plural(more, 'other')}</p> : null}
    </section>
  );
}
