import styles from './smoothing.module.css';

/** How much of what came before stays in each value: from 0, as reported, to 0.99. */
export function Smoothing({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <label className={styles.smoothing}>
      Smoothing
      <input
        type="range"
        min={0}
        max={0.99}
        step={0.01}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <output>{value.toFixed(2)}</output>
    </label>
  );
}
