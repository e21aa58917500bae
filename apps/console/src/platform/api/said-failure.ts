import { reportError } from './report-error.ts';

const said = new Map<string, number>();
/** The same failure of something that is asked for again and again is said so often, in ms. */
const again = 60_000;

/** Runs a read; when it fails, a toast says so besides what stands in the place of the data. */
export async function sayFailure<T>(title: string, read: Promise<T>): Promise<T> {
  try {
    const answer = await read;
    said.delete(title);
    return answer;
  } catch (error) {
    if (Date.now() - (said.get(title) ?? Number.NEGATIVE_INFINITY) > again) {
      said.set(title, Date.now());
      reportError(error, { title });
    }
    throw error;
  }
}
