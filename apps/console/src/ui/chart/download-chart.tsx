import { Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { saveFile } from '../format/save-file.ts';
import { IconButton } from '../primitives/icon-button.tsx';
import type { ChartPicture } from './chart-file.ts';

/** A chart as a file: a picture, or its numbers. */
export function DownloadChart({ picture }: { picture: () => ChartPicture }) {
  const save = async (kind: 'png' | 'svg' | 'csv') => {
    const { chartCsv, chartPng, chartSvg } = await import('./chart-file.ts');
    const made = picture();
    const name = `${made.title.replaceAll(/[^\w.-]+/g, '_')}.${kind}`;
    if (kind === 'png') return saveFile(await chartPng(made), name);
    const text = kind === 'svg' ? chartSvg(made) : chartCsv(made.series, made.unit);
    saveFile(new Blob([text], { type: kind === 'svg' ? 'image/svg+xml' : 'text/csv;charset=utf-8' }), name);
  };
  return (
    <Menu keepMounted={false} withInitialFocusPlaceholder={false} position="bottom-end">
      <Menu.Target>
        <IconButton icon={Download} name="Download chart" size="xs" />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('png')}>PNG</Menu.Item>
        <Menu.Item onClick={() => void save('svg')}>SVG</Menu.Item>
        <Menu.Item onClick={() => void save('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
