/** Everybody's project ("Uncategorized"), in the workspace that everybody has. */
export const defaultProjectId = 1;
