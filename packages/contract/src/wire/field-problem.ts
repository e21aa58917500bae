/** A value that does not fit its field; the path grows while the error leaves nested messages. */
export class FieldProblem extends Error {
  override name = 'FieldProblem';
  path = '';

  within(part: string): this {
    this.path = this.path === '' || this.path.startsWith('[') ? `${part}${this.path}` : `${part}.${this.path}`;
    return this;
  }
}

/** Runs `read`, and names the place in a problem it meets. */
export function at<T>(part: string | (() => string), read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FieldProblem ? error.within(typeof part === 'string' ? part : part()) : error;
  }
}
