import type { LogField } from '#ui/log-viewer/log-filter.ts';

export const levelField: LogField = {
  key: 'level',
  name: 'Level',
  options: ['Trace', 'Debug', 'Info', 'Warning', 'Error', 'Critical'].map((label) => ({
    value: label.toUpperCase(),
    label,
  })),
};
