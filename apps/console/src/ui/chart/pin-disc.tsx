import styles from './pin-disc.module.css';

/** What a pin is called by, on a chart and in its list. `ring`: the colour of its line. */
export function PinDisc({ number, ring }: { number: number; ring?: string }) {
  return (
    <span className={styles.disc} style={ring === undefined ? undefined : { boxShadow: `0 0 0 2px ${ring}` }}>
      {number}
    </span>
  );
}
