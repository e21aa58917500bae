import styles from './monogram.module.css';

/** Two letters that stand for a thing with a name; decoration, the name stands beside it. */
export function Monogram({ name, strong = false }: { name: string; strong?: boolean }) {
  return (
    <span aria-hidden className={`${styles.square} ${strong ? styles.strong : ''}`}>
      {[...name.trim()].slice(0, 2).join('')}
    </span>
  );
}

/** One letter in a disc that stands for a person. */
export function Avatar({ name }: { name: string }) {
  return (
    <span aria-hidden className={styles.round}>
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  );
}
