/** The product's mark: a loss curve that arrives. Decoration; the name stands beside it. */
export function BrandMark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden>
      <rect width="20" height="20" rx="5" fill="var(--text)" />
      <path d="M4.5 5.5c1.2 6 4 8.7 11 8.9" fill="none" stroke="var(--bg)" strokeWidth="1.8" strokeLinecap="round" />
      <circle cx="15.3" cy="14.4" r="1.5" fill="var(--bg)" />
    </svg>
  );
}
