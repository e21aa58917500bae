import { LoaderCircle } from 'lucide-react';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { Icon } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

export interface ButtonLook {
  /** At most one primary a view. */
  variant?: 'primary' | 'default' | 'quiet' | 'danger';
  /** Heights 24, 28 and 32 px (mobile: 32, 36, 36); `wide` fills its box at 36 px. */
  size?: 'xs' | 'sm' | 'md' | 'wide';
  square?: boolean;
}

/** The same look for an anchor: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'default', size = 'sm', square = false }: ButtonLook = {}): string {
  return [styles.button, styles[variant], styles[size], square && styles.square].filter(Boolean).join(' ');
}

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'>, ButtonLook {
  /** Says why it can't be used. The button stays reachable so that the reason can be read. */
  disabledReason?: ReactNode;
  /** Disabled with a reason that stands beside it already, such as an empty required field. */
  inactive?: boolean;
  /** Its call is under way: turns, keeps its words and its width's meaning, ignores presses. */
  working?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant, size, square, disabledReason, inactive, working, className, onClick, children, ...rest } = props;
  const off = Boolean(disabledReason) || inactive === true;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off || working) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  };
  const button = (
    <button
      type="button"
      {...rest}
      className={`${buttonClass({ variant, size, square })} ${className ?? ''}`}
      aria-disabled={off || undefined}
      aria-busy={working || undefined}
      onClick={press}
    >
      {working ? <Icon of={LoaderCircle} size={14} className={styles.turn} /> : null}
      {working && square ? null : children}
    </button>
  );
  return disabledReason ? <Tooltip label={disabledReason}>{button}</Tooltip> : button;
}
