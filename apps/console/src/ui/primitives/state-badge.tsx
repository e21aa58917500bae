import styles from './state-badge.module.css';
import { StateGlyph } from './state-glyph.tsx';
import { type StateLook, stateLook } from './state-kinds.ts';
import { Tooltip } from './tooltip.tsx';

export interface StateProps {
  /** The wire's name (`STATE_RUNNING`) or a look of its own. */
  state: string | StateLook;
  /** 0 to 1; shown while it runs or is paused. */
  progress?: number | null;
}

function resolve({ state, progress }: StateProps): { look: StateLook; percent: string | null; share: number } {
  const look = typeof state === 'string' ? stateLook(state) : state;
  const counts = look.glyph === 'running' || look.glyph === 'paused';
  const share = progress ?? 0;
  return { look, share, percent: counts && progress != null ? `${Math.floor(share * 100)} %` : null };
}

/** The state in words alone: "Running 62 %". */
export function stateWords(state: StateProps['state'], progress?: number | null): string {
  const { look, percent } = resolve({ state, progress });
  return percent ? `${look.word} ${percent}` : look.word;
}

/** Silhouette, word and share, for table cells and lists. */
export function StateLabel(props: StateProps) {
  const { look, percent, share } = resolve(props);
  return (
    <span className={styles.label}>
      <StateGlyph look={look} progress={share} />
      <span>{look.word}</span>
      {percent ? <span className={styles.percent}>{percent}</span> : null}
    </span>
  );
}

/** The same on its tint, for headers. `lastSeen`: it may be so no more. */
export function StateBadge({ lastSeen = false, ...props }: StateProps & { lastSeen?: boolean }) {
  const { look, percent, share } = resolve(props);
  return (
    <span className={`${styles.label} ${styles.badge} ${styles[lastSeen ? 'idle' : look.tone]}`}>
      <StateGlyph look={lastSeen ? { ...look, tone: 'idle' } : look} progress={share} />
      {lastSeen ? <span>Last seen:</span> : null}
      <span>{look.word}</span>
      {percent ? <span className={styles.percent}>{percent}</span> : null}
    </span>
  );
}

/** Only the silhouette, where the word does not fit: the word is its name and its tooltip. */
export function StateIcon(props: StateProps) {
  const { look, share } = resolve(props);
  const name = stateWords(props.state, props.progress);
  return (
    <Tooltip label={name}>
      <span>
        <StateGlyph look={look} progress={share} name={name} />
      </span>
    </Tooltip>
  );
}
