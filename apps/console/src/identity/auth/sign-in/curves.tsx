const width = 1200;
const height = 400;
const points = 120;

// Decoration, always the same: no randomness that would make two visits look different.
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32 - 0.5;
  };
}

function curve(index: number): string {
  const next = noise(50 + index * 7919);
  const floor = 0.12 + index * 0.11;
  let drift = 0;
  const steps = Array.from({ length: points + 1 }, (_, step) => {
    drift = drift * 0.7 + next() * 0.07;
    const value = floor + (2.2 - floor) * (1 + (step / points) * 30) ** -(0.5 + index * 0.03) * (1 + drift);
    return `${((step / points) * width).toFixed(1)} ${(14 + (1 - value / 2.3) * (height - 20)).toFixed(1)}`;
  });
  return `M${steps.join('L')}`;
}

const curves = Array.from({ length: 9 }, (_, index) => ({ index, path: curve(index) }));

/** Learning curves at the foot of the sign-in page. */
export function Curves({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      {curves.map(({ index, path }) => (
        <path key={index} d={path} opacity={0.75 - index * 0.05} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}
