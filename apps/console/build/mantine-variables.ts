import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariablesResolver, theme } from '../src/ui/theme/theme.ts';

const id = 'virtual:mantine-variables.css';

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
      const ours = cssVariablesResolver(merged);
      return convertCssVariables(
        {
          variables: { ...base.variables, ...ours.variables },
          light: { ...base.light, ...ours.light },
          dark: { ...base.dark, ...ours.dark },
        },
        ':root',
      );
    },
  };
}
