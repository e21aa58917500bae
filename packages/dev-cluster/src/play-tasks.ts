import { type PaperTraining, paperTraining } from './paper-training.ts';
import type { ScriptedLauncher } from './scripted-launcher.ts';

/** Plays the part of the users' programs on the machines of paper: what runs trains as its experiment's id says. */
export function playTasks(
  machines: ScriptedLauncher,
  trainings: ReadonlyMap<string, PaperTraining>,
  signal: AbortSignal,
): void {
  const started = new Set<string>();
  const look = () => {
    for (const task of machines.running()) {
      // On paper there are no files to delete.
      if (task.environment.DET_TASK_TYPE === 'CHECKPOINT_GC') machines.end(task.allocationId, { exitCode: 0 });
      const training = trainings.get(task.environment.DET_EXPERIMENT_ID ?? '');
      if (!training || started.has(task.allocationId)) continue;
      started.add(task.allocationId);
      paperTraining(task, training, signal)
        .then((exitCode) => signal.aborted || machines.end(task.allocationId, { exitCode }))
        .catch(() => machines.end(task.allocationId, { exitCode: 1 }));
    }
  };
  const timer = setInterval(look, 50);
  signal.addEventListener('abort', () => clearInterval(timer));
}
