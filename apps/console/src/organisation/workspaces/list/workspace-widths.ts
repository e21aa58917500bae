/** The widths that columns start from. */
export const startWidths = { action: 46, archived: 75, name: 150, projects: 74, state: 74, user: 85 } as const;

/** With what words need of the page's room; the name has what is left over. */
export const widths = {
  ...startWidths,
  state: startWidths.state + 16,
  user: startWidths.user + 25,
  experiments: 100,
};

/** Below this the table scrolls. */
export const leastWidth = Object.values(widths).reduce((sum, width) => sum + width, 0);
