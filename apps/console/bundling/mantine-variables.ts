import {
  type CSSVariablesResolver,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from '../src/ui/theme/theme.ts';

const id = 'virtual:mantine-variables.css';

/** Mantine's own variables, pointed at the tokens, so that its parts and ours cannot drift apart. */
const ours: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-default': 'var(--bg)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--line-2)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-error': 'var(--err-text)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--text-off)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-color-accent-filled': 'var(--accent)',
    '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  };
  return { variables: {}, light: both, dark: both };
};

/**
 * Writes Mantine's variables into the style sheet at build time. At run time Mantine would put them into a <style>
 * element, which the content security policy refuses, and they would arrive after the first paint.
 */
export function mantineVariables(): Plugin {
  return {
    name: 'mantine-variables',
    resolveId: (source) => (source === id ? id : undefined),
    load(source) {
      if (source !== id) return undefined;
      const merged = mergeMantineTheme(DEFAULT_THEME, theme);
      const base = defaultCssVariablesResolver(merged);
      const mapped = ours(merged);
      return convertCssVariables(
        {
          variables: { ...base.variables, ...mapped.variables },
          light: { ...base.light, ...mapped.light },
          dark: { ...base.dark, ...mapped.dark },
        },
        ':root',
      );
    },
  };
}
