import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SHIM = Path(__file__).resolve().parents[1] / "shim"

# The shape of the places in determined 0.38.1 that the shim adjusts; the real package is tested by the launcher's tests.
PACKAGE = {
    "determined/__init__.py": "",
    "determined/_info.py": "".join(
        f"""
class {name}:
    def _to_file(self, path='/run/determined/info/x'): return path
    @classmethod
    def _from_file(cls, path='/run/determined/info/x'): return path
"""
        for name in ("ClusterInfo", "TrialInfo", "RendezvousInfo", "ResourcesInfo")
    ),
    "determined/constants.py": "MANAGED_TRAINING_MODEL_COPY = CONTAINER_STDOUT = CONTAINER_STDERR = '/run/determined/x'",
    "determined/util.py": "def mask_config_dict(config): return {**config, 'secret': '********'}",
    "determined/common/__init__.py": "",
    "determined/common/constants.py": "SHARED_FS_CONTAINER_PATH = '/determined_shared_fs'",
    "determined/common/util.py": "def get_max_retries_config(): return 'patient'",
    "determined/common/api/__init__.py": "",
    "determined/common/api/_session.py": """
class BaseSession:
    def with_retry(self, max_retries): return max_retries
""",
    "determined/exec/__init__.py": "",
    **{
        f"determined/exec/{name}.py": "from determined.common.api import _session; print(_session.BaseSession().with_retry('own'))"
        for name in ("prep_container", "gc_checkpoints", "harness")
    },
}
SHOW = """
import determined._info as info, determined.constants as constants, determined.common.constants as common
print(info.ClusterInfo()._to_file(), info.TrialInfo._from_file(), constants.MANAGED_TRAINING_MODEL_COPY, common.SHARED_FS_CONTAINER_PATH)
"""


class Shim(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for name, text in {**PACKAGE, "sitecustomize.py": "print('hidden')"}.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)

    def run_python(self, environment: dict, show: str = SHOW, module: str = "") -> list:
        path = os.pathsep.join([str(SHIM), str(self.folder)])
        given = {"PATH": os.environ["PATH"], "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **environment}
        what = ["-m", module] if module else ["-c", show]
        answer = subprocess.run([sys.executable, *what], env=given, capture_output=True, text=True, check=True)
        return answer.stdout.split()

    def test_in_a_task_the_built_in_paths_are_the_tasks_own(self):
        found = self.run_python({"DET_RUN_DIR": "/r"})
        self.assertEqual(found, ["hidden", "/r/info/cluster.json", "/r/info/trial.json", "/r/train/model", "None"])

    def test_what_prepares_a_task_or_clears_up_after_it_repeats_every_call_as_a_training_does(self):
        found = {
            name: self.run_python({"DET_RUN_DIR": "/r"}, module=f"determined.exec.{name}")[1:]
            for name in ("prep_container", "gc_checkpoints", "harness")
        }
        self.assertEqual(found, {"prep_container": ["patient"], "gc_checkpoints": ["patient"], "harness": ["own"]})

    def test_a_start_logs_the_configuration_only_where_debugging_is_on(self):
        show = "import determined.util as u, json; print(json.dumps([u.mask_config_dict({'debug': d}) for d in (False, True)]))"
        found = " ".join(self.run_python({"DET_RUN_DIR": "/r"}, show)[1:])
        self.assertEqual(
            json.loads(found), ["its configuration is on the experiment's page", {"debug": True, "secret": "********"}]
        )

    def test_outside_of_tasks_nothing_changes_and_the_hidden_sitecustomize_still_runs(self):
        found = self.run_python({})
        kept = ["/run/determined/info/x", "/run/determined/info/x", "/run/determined/x", "/determined_shared_fs"]
        self.assertEqual(found, ["hidden", *kept])
