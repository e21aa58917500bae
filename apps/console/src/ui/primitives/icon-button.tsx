import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';
import { Icon } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

/** A button that shows only an icon: it always has a name, and the name is its tooltip. */
export function IconButton({
  icon,
  name,
  ...rest
}: Omit<ButtonProps, 'square' | 'children'> & { icon: LucideIcon; name: string }) {
  const button = (
    <Button variant="quiet" aria-label={name} {...rest} square>
      <Icon of={icon} size={rest.size === 'xs' ? 14 : 16} />
    </Button>
  );
  return rest.disabledReason ? button : <Tooltip label={name}>{button}</Tooltip>;
}
