import styles from './keys.module.css';

/** Keys as they stand on the keyboard, to be pressed together. */
export function Keys({ of }: { of: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {of.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
