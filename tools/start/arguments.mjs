import { Refusal } from './repository.mjs';

/**
 * What a command was given, read before anything is installed or started: `options` names those that it knows, each with
 * a value. `--help` prints the usage and gives undefined; what is not known is refused.
 */
export function readArguments(given, usage, options = []) {
  const known = [];
  for (let at = 0; at < given.length; at++) {
    if (['--help', '-h'].includes(given[at])) {
      console.log(usage);
      return undefined;
    }
    const [name, ...inline] = given[at].split('=');
    if (!options.includes(name)) throw new Refusal(`Unknown argument ${given[at]}.\n\n${usage}`);
    const value = inline.length > 0 ? inline.join('=') : given[++at];
    if (!value || value.startsWith('--')) throw new Refusal(`${name} needs a value.\n\n${usage}`);
    known.push(name, value);
  }
  return known;
}
