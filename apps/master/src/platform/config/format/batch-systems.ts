import { integer, list, text } from './node.ts';
import { object, omitted } from './object.ts';

/** Words passed on to Slurm and PBS when a task is submitted there. */
export const slurmFormat = object({
  slots_per_node: omitted(integer({ min: 1 })),
  gpu_type: omitted(text()),
  sbatch_args: omitted(list(text())),
});

export const pbsFormat = object({
  slots_per_node: omitted(integer({ min: 1 })),
  pbsbatch_args: omitted(list(text())),
});
