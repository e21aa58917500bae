import { lazy } from 'react';

// Tabs that bring the grid or the log viewer along: each arrives when it is opened.
export const TrialLogs = lazy(() => import('./trial-logs.tsx').then((file) => ({ default: file.TrialLogs })));
export const TrialTable = lazy(() => import('./trial-table.tsx').then((file) => ({ default: file.TrialTable })));
export const CheckpointTable = lazy(() =>
  import('./checkpoint-table.tsx').then((file) => ({ default: file.CheckpointTable })),
);
