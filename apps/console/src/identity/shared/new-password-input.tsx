import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import { Icon } from '#ui/primitives/icon.tsx';

/** A field for a password of one's own choice. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      autoComplete="new-password"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show ${String(props.label).toLowerCase()}` }}
      visibilityToggleIcon={({ reveal }) => <Icon of={reveal ? EyeOff : Eye} size={14} />}
      {...props}
    />
  );
}
