import styles from './points.module.css';

/** What the colours mean: worse to better, in words and as the scale itself. */
export function ColorKey({ metric }: { metric: string }) {
  return (
    <span className={styles.key}>
      worse <span className={styles.ramp} aria-hidden="true" /> better {metric}
    </span>
  );
}
