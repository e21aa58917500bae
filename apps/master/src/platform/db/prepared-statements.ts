import { type PoolClient, Query } from 'pg';

/** After so many uses of a statement's text, preparing it pays. */
const usesBefore = 10;
/** Each connection's server process keeps the plans of all of them in memory. */
const mostPrepared = 250;
const mostCounted = 1000;
/** Longer texts are lists of values, of another length each time. */
const longestText = 8_000;
const readsOrWrites = /^\s*(select|insert|update|delete|with)\b/i;

type Session = Pick<PoolClient, 'query' | 'release'>;

/**
 * Sends what is used often as prepared statements: PostgreSQL parses them once a connection, and plans them anew only as long as a
 * plan for the very values is better than one for any. They are chosen by use, as their texts are made of parts. What a user's own
 * filter makes is used a few times and stays as it is; should such texts take all places, the rest is sent as without this.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #sessions = new WeakMap<PoolClient, Session>();
  readonly #uses = new Map<string, number>();

  over(session: PoolClient): Session {
    const known = this.#sessions.get(session);
    if (known) return known;
    const query = (text: unknown, values?: unknown[]) => {
      const name = typeof text === 'string' && values ? this.#nameOf(text) : undefined;
      // Cursors come without values, and go on as they are.
      if (name === undefined) return session.query(text as string, values);
      return new Promise((resolve, reject) => {
        const answered = (error: Error | undefined, result: unknown) => (error ? reject(error) : resolve(result));
        // Named afterwards: of a text with its name the library would first make a copy, property by property.
        session.query(Object.assign(new Query(text as string, values, answered), { name }));
      });
    };
    const made: Session = Object.assign(Object.create(session), { query });
    this.#sessions.set(session, made);
    return made;
  }

  #nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= mostPrepared) return name;
    if (text.length > longestText || !readsOrWrites.test(text)) return undefined;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < usesBefore) {
      if (this.#uses.size >= mostCounted) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const given = `statement_${this.#names.size}`;
    this.#names.set(text, given);
    return given;
  }
}
