/** More files than this that fail have a reason that no second try takes away. */
export const mostFilesTriedAgain = 6;

const isBroken = (suite) => suite.status === 'failed' && suite.assertionResults.length === 0;
const failedIn = (suite) => suite.assertionResults.filter(({ status }) => status === 'failed');

/** The paths of the files of a report of Vitest (JSON) in which something failed. */
export const failedFiles = ({ testResults }) =>
  testResults.filter((suite) => suite.status === 'failed' || failedIn(suite).length > 0).map(({ name }) => name);

/** The tests of a report; a file that could not be loaded is a failure of its own. */
export function countOf({ testResults }) {
  const count = (...of) =>
    testResults.flatMap((suite) => suite.assertionResults).filter(({ status }) => of.includes(status)).length;
  return {
    passed: count('passed'),
    failed: count('failed') + testResults.filter(isBroken).length,
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
  };
}

/** The first report with the files of the second in place of its own, and which tests have passed only then. */
export function withSecondTry(first, second) {
  const again = new Map(second.testResults.map((suite) => [suite.name, suite]));
  const failed = new Set(second.testResults.flatMap(failedIn).map(({ fullName }) => fullName));
  const passedNow = first.testResults
    .filter(({ name }) => again.has(name) && !isBroken(again.get(name)))
    .flatMap(failedIn)
    .filter(({ fullName }) => !failed.has(fullName))
    .map(({ title, failureMessages }) => `“${title}” (${firstLine(failureMessages)})`);
  const testResults = first.testResults.map((suite) => again.get(suite.name) ?? suite);
  return { report: { testResults }, note: passedNow.length > 0 ? `PASSED ALONE ONLY: ${passedNow.join(', ')}` : '' };
}

const firstLine = (messages) => (messages?.[0] ?? 'no message').split('\n')[0].slice(0, 160);
