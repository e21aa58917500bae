import { relative } from 'node:path';
import { duration } from '../start/steps.mjs';

/** Begins each line in which this reporter says how far a run is. */
export const progressMark = 'progress: ';

/**
 * For Vitest, which loads it by its path: tells the files that run, how many are through, and a guess of the time left,
 * whenever one of these changes.
 * @public
 */
export default class ProgressReporter {
  #running = new Set();
  #done = 0;
  #all = 0;
  #from = performance.now();

  onTestRunStart(specifications) {
    this.#all = specifications.length;
    this.#from = performance.now();
  }

  onTestModuleStart(module) {
    this.#running.add(relative(process.cwd(), module.moduleId));
    this.#tell();
  }

  onTestModuleEnd(module) {
    this.#running.delete(relative(process.cwd(), module.moduleId));
    this.#done += 1;
    this.#tell();
  }

  #tell() {
    const left = ((performance.now() - this.#from) / Math.max(1, this.#done)) * (this.#all - this.#done);
    const guess = this.#done > 2 ? `, about ${duration(Math.round(left / 1000) * 1000)} left` : '';
    process.stdout.write(
      `${progressMark}${this.#done} of ${this.#all} files${guess}; ${[...this.#running].join(', ')}\n`,
    );
  }
}
