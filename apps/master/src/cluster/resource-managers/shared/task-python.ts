import { PythonEnvironment } from '@determined/launchers/python/python-environment.ts';
import { perMaster } from '#platform/master.ts';

/** The Python that has the client's package: tasks of this machine run with it, and what the master does by that package. */
export const taskPython = perMaster((master) => {
  const { config, log } = master;
  const python = new PythonEnvironment({ dataDir: config.data_dir, own: config.python ?? undefined });
  let announced = false;
  let failure = '';
  python.onChange((state) => {
    if (state.state === 'failed') {
      // Once, not at every further try.
      if (state.reason !== failure) log.error(`the Python environment for tasks could not be made: ${state.reason}`);
      failure = state.reason;
    } else if (state.state === 'ready') log.info(`tasks run with Python ${state.version}`);
    else if (state.state === 'making') {
      // Once in words for people; each step for who looks closer, and beside the waiting trials.
      if (!announced) log.info('making the Python environment for tasks, once; it takes a minute or two');
      announced = true;
      log.debug(`making the Python environment for tasks: ${state.step}`);
    }
  });
  master.onStop(() => python.close());
  return python;
});
