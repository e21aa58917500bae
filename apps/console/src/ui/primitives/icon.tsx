import type { LucideIcon } from 'lucide-react';

/** An icon in the house weight: 16 px box, 1.5 px stroke, current colour. Decoration only; the name is on its control. */
export function Icon({ of: Glyph, size = 16, className }: { of: LucideIcon; size?: number; className?: string }) {
  return <Glyph size={size} strokeWidth={1.5} absoluteStrokeWidth aria-hidden className={className} />;
}
