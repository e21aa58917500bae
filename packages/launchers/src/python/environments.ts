/** Packages that a task needs beside those that every task has. */
export interface EnvironmentSpec {
  /** The same for the same lines and index, wherever they come from. */
  id: string;
  /** Requirements, normalised. */
  requirements: readonly string[];
  /** The package index to take them from, with its login if it needs one; null: as pip is set up on the machine. */
  index: string | null;
}

/**
 * What makes environments where a launcher's tasks find them. Whoever drives it sees to it that one environment is made
 * once at a time in one place, and that none is removed that somebody wants.
 */
export interface Environments {
  /** Whether it is there, whole. */
  has(spec: EnvironmentSpec): Promise<boolean>;
  /** Makes it anew; what is half made is never used. Throws EnvironmentError, whose text is for who wants it. */
  make(spec: EnvironmentSpec, options: { tell: (line: string) => void; signal: AbortSignal }): Promise<void>;
  /** Those there are with their size, the longest unused first. One `id` may be there for several Pythons, each by a name. */
  list(): Promise<{ name: string; id: string; bytes: number }[]>;
  /** Removes one; false where one of the launcher's own tasks still runs in it. */
  remove(name: string): Promise<boolean>;
  /** Removes what was left half made, but for those that are being made. */
  clearUp(making: readonly string[]): Promise<void>;
  readonly bounds: { atOnce: number; totalBytes: number };
}

/** An environment cannot be made: the text names the package and says why. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}
