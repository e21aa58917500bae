const terminal = process.stdout.isTTY === true;

/** Seconds for people: 0.4 s, 12.3 s, 2 min 5 s. */
export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Shows one step of a start: on a terminal the line is replaced when it is done, elsewhere the end is added to it. */
export async function step(label, work) {
  const from = performance.now();
  process.stdout.write(terminal ? `  ○ ${label} …` : `${label} … `);
  try {
    const result = await work();
    print('✓', label, duration(performance.now() - from));
    return result;
  } catch (error) {
    print('✗', label, 'failed');
    throw error;
  }
}

function print(mark, label, end) {
  if (terminal) process.stdout.write(`\r\x1b[K  ${mark} ${label.padEnd(44)}\x1b[2m${end}\x1b[0m\n`);
  else process.stdout.write(`${end}\n`);
}
