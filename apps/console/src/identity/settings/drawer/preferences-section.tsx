import { useMantineColorScheme } from '@mantine/core';
import { useSetting } from '#platform/settings/settings.ts';
import { type RowHeight, rowHeight, themeMode } from '#platform/settings/shell-settings.ts';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { schemeOf, type ThemeMode, themeModeNames } from '#ui/theme/theme-mode.ts';
import { SettingRow } from './setting-row.tsx';

const modes: ThemeMode[] = ['light', 'dark', 'system'];
const densities: { value: RowHeight; label: string }[] = [
  { value: 'SHORT', label: 'Short' },
  { value: 'MEDIUM', label: 'Medium' },
  { value: 'TALL', label: 'Tall' },
  { value: 'EXTRA_TALL', label: 'Extra Tall' },
];

export function PreferencesSection() {
  const [mode] = useSetting(themeMode);
  const [density, setDensity] = useSetting(rowHeight);
  // Holding transitions back would take a <style> element, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const setMode = (next: ThemeMode) => setColorScheme(schemeOf(next));
  return (
    <>
      <SettingRow label="Theme Mode" onReset={mode === 'system' ? undefined : () => setMode('system')}>
        <Segmented
          name="Theme Mode"
          value={mode}
          onChange={setMode}
          options={modes.map((value) => ({ value, label: themeModeNames[value] }))}
        />
      </SettingRow>
      <SettingRow label="Table Density" onReset={density === 'MEDIUM' ? undefined : () => setDensity('MEDIUM')}>
        <Segmented name="Table Density" value={density} onChange={setDensity} options={densities} />
      </SettingRow>
    </>
  );
}
