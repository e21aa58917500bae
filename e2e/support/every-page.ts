export interface PageOfConsole {
  /** Below the console's base, in the seeded scenario. */
  path: string;
  /** Its heading. */
  shows?: string;
  /** Without the shell around it. */
  outside?: true;
}

/** Every page of the console, with its tabs: a new one joins with a line. */
export const everyPage: readonly PageOfConsole[] = [
  { path: '/dashboard', shows: 'Home' },
  { path: '/workspaces', shows: 'Workspaces' },
  { path: '/workspaces/2', shows: 'Vision' },
  { path: '/workspaces/2/members', shows: 'Vision' },
  { path: '/workspaces/2/templates', shows: 'Vision' },
  { path: '/templates', shows: 'Manage Templates' },
  { path: '/projects/1/experiments', shows: 'Uncategorized Experiments' },
  { path: '/projects/2/experiments', shows: 'Digits' },
  { path: '/projects/2/notes', shows: 'Digits' },
  { path: '/experiment-compare?id=1&id=2', shows: 'Compare 2 experiments' },
  { path: '/experiment-compare?id=1&id=2&tab=hyperparameters', shows: 'Compare 2 experiments' },
  { path: '/experiment-compare?id=1&id=2&tab=details', shows: 'Compare 2 experiments' },
  { path: '/experiments/1', shows: 'digits baseline' },
  { path: '/experiments/2', shows: 'digits random search' },
  { path: '/experiments/2/trials', shows: 'digits random search' },
  { path: '/experiments/2/trials?trials=failures', shows: 'digits random search' },
  { path: '/experiments/3', shows: 'digits, wrong data' },
  { path: '/experiments/2/visualization/learning-curve', shows: 'digits random search' },
  { path: '/experiments/2/visualization/hp-parallel-coordinates', shows: 'digits random search' },
  { path: '/experiments/2/visualization/hp-scatter-plots', shows: 'digits random search' },
  { path: '/experiments/2/visualization/hp-heat-map', shows: 'digits random search' },
  { path: '/experiments/1/code?config=effective', shows: 'digits baseline' },
  { path: '/experiments/1/notes', shows: 'digits baseline' },
  { path: '/experiments/2/code?file=train.py', shows: 'digits random search' },
  { path: '/experiments/2/trials/2/overview', shows: 'Trial 2' },
  { path: '/experiments/2/trials/2/metrics', shows: 'Trial 2' },
  { path: '/experiments/2/trials/2/hyperparameters', shows: 'Trial 2' },
  { path: '/experiments/2/trials/2/checkpoints?f_flat_runs=on', shows: 'Run 2' },
  { path: '/experiments/2/trials/2/code?f_flat_runs=on', shows: 'Run 2' },
  { path: '/projects/2/runs?f_flat_runs=on', shows: 'Digits' },
  { path: '/projects/2/searches?f_flat_runs=on', shows: 'Digits' },
  { path: '/searches/2/runs?f_flat_runs=on', shows: 'digits random search' },
  { path: '/searches/2/code?f_flat_runs=on', shows: 'digits random search' },
  { path: '/searches/2/notes?f_flat_runs=on', shows: 'digits random search' },
  { path: '/experiments/2/trials/2/profiler', shows: 'Trial 2' },
  { path: '/experiments/2/trials/2/logs', shows: 'Trial 2' },
  { path: '/receipts', shows: 'Receipts' },
  { path: '/experiments/2/trials/2/logs?q=loss&all=true#L3-5', shows: 'Trial 2' },
  { path: '/admin/user-management', shows: 'Admin Settings' },
  { path: '/admin/group-management', shows: 'Admin Settings' },
  { path: '/workspaces/2/config-policies' },
  { path: '/admin/config-policies', shows: 'Admin Settings' },
  { path: '/admin/audit-log', shows: 'Admin Settings' },
  { path: '/workspaces/4711' },
  { path: '/docs', outside: true },
  { path: '/login?hard_logout=true', outside: true },
];
