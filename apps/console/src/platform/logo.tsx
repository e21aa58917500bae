import { useComputedColorScheme } from '@mantine/core';
import { BrandMark } from '#ui/primitives/brand-mark.tsx';
import { customerAsset } from './links.ts';
import { useClusterInfo } from './session/cluster-info.ts';

interface LogoProps {
  /** Pixels. */
  size?: number;
  /** There is no room for a wide one. */
  narrow?: boolean;
}

/** The cluster's own logo, in place of the product's name as well, else the product's mark. What it belongs to has the name. */
export function Logo({ size = 20, narrow = false }: LogoProps) {
  const own = useClusterInfo()?.hasCustomLogo;
  const mode = useComputedColorScheme();
  if (!own) return <BrandMark size={size} />;
  const orientation = narrow ? 'vertical' : 'horizontal';
  return <img src={customerAsset('logo', { orientation, mode })} alt="" style={{ height: size, maxWidth: 6 * size }} />;
}
