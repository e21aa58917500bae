const MiB = 2 ** 20;

/** JSON text of a request; more is refused with 413 before it is read whole. */
export const maxBodyBytes = 128 * MiB;
/** Decoded bytes of a model definition or context directory. */
export const maxFilesBytes = 96 * MiB;
/** Longer bodies are parsed off the main thread. */
export const parseElsewhereBytes = MiB / 4;
/** Values in one body, objects and lists among them. */
export const maxBodyValues = 1_000_000;

export const maxWorkspaceName = 80;
export const maxProjectName = 80;
export const maxProjectKey = 5;
export const maxTemplateName = 255;
export const maxModelName = 255;
export const maxGroupName = 128;
export const maxClusterMessage = 250;
export const minUsername = 2;
export const minPassword = 8;

/** A list of groups needs a limit, from 1 to this. */
export const maxGroupsPage = 500;
export const maxRecentProjects = 500;

/** What clients check when they ask the master for its version. */
export const platformVersion = '0.38.1';

/** Everybody's project ("Uncategorized"), in the workspace that everybody has. */
export const uncategorizedProjectId = 1;
export const uncategorizedWorkspaceId = 1;

/** In place of a project's id in bulk calls: of whichever project they are. */
export const everyProjectId = -1;

/** So many records are compared at once. */
export const maxCompared = 50;
/** Characters of a pin's text, and pins of a run. */
export const maxPinText = 2_000;
export const maxPinsOfRun = 200;
/** Runs that one call tells of that texts mention. */
export const maxMentioned = 100;
/** Below so many runs nothing is said of what moves with a metric. */
export const leastToMove = 8;

/** Most trials that one answer about their points holds. */
export const mostPointTrials = 5_000;
