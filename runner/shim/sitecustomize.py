"""First on PYTHONPATH in a task: loads the shim, then the sitecustomize that this one hides, if there is one."""

import importlib.util
import os
import sys
from importlib.machinery import PathFinder

import determined_task_shim  # noqa: F401 - importing it is what installs it


def _run_hidden() -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    elsewhere = [path for path in sys.path if os.path.abspath(path or os.curdir) != here]
    spec = PathFinder.find_spec("sitecustomize", elsewhere)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


_run_hidden()
