import type { Hparams, NestedSpace, Space } from './hyperparameter-space.ts';
import type { MersenneTwister } from './mersenne-twister.ts';
import { SearchError } from './search-error.ts';

/** One random choice; the number and order of draws is part of the contract of a seed. */
export function sampleHyperparameters(space: NestedSpace, random: MersenneTwister): Hparams {
  return Object.fromEntries(space.members.map(([name, member]) => [name, sample(name, member, random)]));
}

function sample(name: string, space: Space, random: MersenneTwister): unknown {
  switch (space.type) {
    case 'const':
      return space.val;
    case 'categorical':
      if (space.vals.length === 0) throw new SearchError(`hyperparameter ${name}: there is no value to choose from`);
      return space.vals[random.below(space.vals.length)];
    case 'int':
      // Whole numbers of 64 bits: the width of the range may be more than a double holds.
      return Number(BigInt(space.minval) + random.upTo(BigInt(space.maxval) - BigInt(space.minval)));
    case 'double':
      return random.uniform(space.minval, space.maxval);
    case 'log':
      return space.base ** random.uniform(space.minval, space.maxval);
    case 'nested':
      return sampleHyperparameters(space, random);
  }
}
