/**
 * Figures that may only rise: a stage that measured less than the floor fails. One that rose is named, so that the
 * floor is raised with the change that raised it.
 */
export function holdFloors(result, floors) {
  for (const [name, value] of Object.entries(result.measured ?? {})) {
    const floor = floors[name];
    if (floor === undefined) throw new Error(`floors.json has no ${name}`);
    if (value < floor) {
      result.failed += 1;
      result.output = `${name}: ${value}, and it was ${floor} (tools/test/floors.json)\n${result.output}`;
    }
    if (value > floor) result.note = [result.note, `${name}: raise the floor to ${value}`].filter(Boolean).join(', ');
  }
}

/**
 * The last lines of a run. Stages that failed are named, with where it starts; what was left out or skipped is named and
 * counted; where everything has to be there, as in continuous integration, it is a failure.
 */
export function conclude(results, everything) {
  const sum = (count) => results.reduce((total, result) => total + count(result), 0);
  const missing = results.filter(({ leftOut, skipped }) => leftOut !== undefined || skipped > 0);
  const skipped = sum((result) => (result.leftOut === undefined ? result.skipped : 1));
  const failed = sum((result) => result.failed) + (everything ? missing.length : 0);
  const lines = [
    ...results
      .filter((result) => result.failed > 0)
      .map(({ stage, failed, output }) => `${stage.title}: ${failed} FAILED, ${output.trimStart().split('\n')[0]}`),
    ...missing.map(
      ({ stage, leftOut, skipped }) =>
        `${stage.title}: ${leftOut ?? `${skipped} skipped`}${everything ? ', which may not be here' : ''}`,
    ),
  ];
  const counts = [`${sum((result) => result.passed)} passed`, `${failed} failed`];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  return { lines: [...lines, counts.join(', ')], failed: failed > 0 };
}
