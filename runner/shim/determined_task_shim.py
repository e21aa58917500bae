"""Lets the unmodified package `determined` run in a task that has no container of its own.

The package has a few absolute paths built in (/run/determined, /determined_shared_fs, /tmp/tensorboard-…), which several
tasks on one machine can't share and an ordinary user can't make. Each module named below is adjusted right after it is
loaded; outside of a task (no DET_RUN_DIR) nothing happens. Importing this module costs nothing but this file.

Also, the package sends metrics from a queue and checkpoints at once: a trial that is killed in between would resume from
a checkpoint whose own metrics never arrived, and lack them for good. A checkpoint waits for what was reported before it.

And what prepares a task makes a call that changes something only once: one whose master dies before it has answered would
cost the trial a restart before it has begun. Such calls may come twice, so they are made again as those of a training.
"""

import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder

RUN_DIR = os.environ.get("DET_RUN_DIR")


def _info(module):
    # Bound as default arguments when the functions were defined: changing the module's constants would be too late.
    for name, file in (
        ("ClusterInfo", "cluster.json"),
        ("TrialInfo", "trial.json"),
        ("RendezvousInfo", "rendezvous.json"),
        ("ResourcesInfo", "resources.json"),
    ):
        kind, path = getattr(module, name), os.path.join(RUN_DIR, "info", file)
        kind._to_file.__defaults__ = (path,)
        kind.__dict__["_from_file"].__func__.__defaults__ = (path,)


def _constants(module):
    train = os.path.join(RUN_DIR, "train")
    module.MANAGED_TRAINING_MODEL_COPY = os.path.join(train, "model")
    module.CONTAINER_STDOUT = os.path.join(train, "logs", "stdout.log")
    module.CONTAINER_STDERR = os.path.join(train, "logs", "stderr.log")


def _common_constants(module):
    # None makes shared_fs storage use its host_path, as it does outside of a cluster.
    module.SHARED_FS_CONTAINER_PATH = None


def _tensorboard_build(module):
    import pathlib

    original = module.get_base_path

    def get_base_path(checkpoint_config):
        if checkpoint_config.get("base_path"):
            return original(checkpoint_config)
        return original({**checkpoint_config, "base_path": os.path.join(RUN_DIR, "tensorboard")})

    pathlib.Path(RUN_DIR, "tensorboard").mkdir(exist_ok=True)
    module.get_base_path = get_base_path


def _tensorboard_base(module):
    original = module.get_metric_writer

    def get_metric_writer():
        import importlib.util

        # PyTorch's writer is TensorBoard's, which does not come with it.
        torch = importlib.util.find_spec("torch") and importlib.util.find_spec("tensorboard")
        if torch or importlib.util.find_spec("tensorflow"):
            return original()
        from determined_task_writer import event_writer

        return event_writer()

    module.get_metric_writer = get_metric_writer


def _util(module):
    mask = module.mask_config_dict

    def mask_config_dict(config):
        # The launcher logs it as one line of several kilobytes, at every start of every trial.
        return mask(config) if config.get("debug") else "its configuration is on the experiment's page"

    module.mask_config_dict = mask_config_dict


# Each of their calls may come twice: acceleratorData, proxy address, gatherings (by their uuid), sizes of checkpoints.
_REPEATING = ("determined.exec.prep_container", "determined.exec.gc_checkpoints")


def _session(module):
    with_retry = module.BaseSession.with_retry

    def with_patience(self, max_retries):
        program = getattr(sys.modules["__main__"], "__spec__", None)
        if program is not None and program.name in _REPEATING:
            from determined.common import util

            max_retries = util.get_max_retries_config()
        return with_retry(self, max_retries)

    module.BaseSession.with_retry = with_patience


_shippers = []


def _core_metrics(module):
    shipper = module._Shipper
    run, post = shipper.run, shipper._post_metrics

    def run_known(self):
        # It may have ended long before a checkpoint is told: its refusal is to be raised all the same.
        _shippers.append(self)
        run(self)

    def post_counted(self, **report):
        post(self, **report)
        self._queue.task_done()

    shipper.run, shipper._post_metrics = run_known, post_counted


def _wait_for_metrics():
    """Until what is queued was acknowledged. The thread that sends ends at the first refusal, which is raised here."""
    for shipper in _shippers:
        while shipper._queue.unfinished_tasks and shipper.is_alive():
            with shipper._queue.all_tasks_done:
                shipper._queue.all_tasks_done.wait(0.1)
        if not shipper._error_queue.empty():
            raise shipper._error_queue.get(block=False)


def _core_checkpoint(module):
    context = module.CheckpointContext
    report = context._report_checkpoint

    def report_after_metrics(self, *args, **kwargs):
        _wait_for_metrics()
        return report(self, *args, **kwargs)

    context._report_checkpoint = report_after_metrics


_ADJUST = {
    "determined._info": _info,
    "determined.constants": _constants,
    "determined.util": _util,
    "determined.common.constants": _common_constants,
    "determined.common.api._session": _session,
    "determined.tensorboard.build": _tensorboard_build,
    "determined.tensorboard.base": _tensorboard_base,
    "determined.core._metrics": _core_metrics,
    "determined.core._checkpoint": _core_checkpoint,
}


class _Finder(MetaPathFinder):
    def find_spec(self, fullname, path, target=None):
        adjust = _ADJUST.get(fullname)
        if adjust is None:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None:
            return spec
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            adjust(module)

        spec.loader.exec_module = exec_module
        return spec


if RUN_DIR and not any(type(finder).__name__ == "_Finder" and finder.__module__ == __name__ for finder in sys.meta_path):
    sys.meta_path.insert(0, _Finder())
