import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUNNER = Path(__file__).resolve().parents[1]

# The master is away (nothing listens on port 1) and the disk takes a millisecond for each line.
SLOWLY = """
import sys, time
sys.path.insert(0, sys.argv[1])
import log_buffer
append = log_buffer.LogBuffer.append
log_buffer.LogBuffer.append = lambda self, record: (time.sleep(0.001), append(self, record))
sys.argv[1:] = ["run", sys.argv[2]]
import runpy
runpy.run_path(sys.path[0] + "/__main__.py", run_name="__main__")
"""


class Running(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def run_task(self, script: str, **variables: str) -> dict:
        environment = {
            "DET_MASTER": "http://127.0.0.1:1",
            "DET_SESSION_TOKEN": "token",
            "DET_ALLOCATION_ID": "a.1",
            "DET_TASK_TYPE": "COMMAND",
            "DET_RESOURCES_TYPE": "docker-container",
            "DET_LOG_WAIT_TIME": "0.1",
            **variables,
        }
        spec = {"environment": environment, "files": [], "entrypoint": ["/bin/sh", "-c", script], "workDir": None}
        (self.folder / "spec.json").write_text(json.dumps(spec))
        command = [sys.executable, "-c", SLOWLY, str(RUNNER), str(self.folder)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, start_new_session=True)
        return json.loads((self.folder / "exit.json").read_text())

    def lines(self) -> list:
        files = sorted((self.folder / "logs").glob("*.jsonl"))
        return [json.loads(line)["log"] for file in files for line in file.read_text().splitlines()]

    def test_what_was_printed_before_the_end_is_kept_however_slow_the_disk(self):
        ended = self.run_task("seq 1 3000")
        self.assertEqual((ended["exitCode"], ended["flushed"]), (0, False))
        self.assertEqual(self.lines(), [f"{number}\n" for number in range(1, 3001)])

    def test_a_signal_without_a_name_ends_like_any_other(self):
        ended = self.run_task("kill -40 $$")
        self.assertEqual((ended["exitCode"], ended["signal"]), (168, "signal 40"))

    def test_numerical_libraries_use_as_many_threads_as_there_are_slots(self):
        limits = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"]
        limits += ["VECLIB_MAXIMUM_THREADS", "RAYON_NUM_THREADS"]
        show = "; ".join(f"echo ${name}" for name in limits)
        for slots, threads in (("[0, 1, 2]", "3"), ("[]", "1")):
            self.run_task(show, DET_SLOT_IDS=slots)
            self.assertEqual(self.lines()[-len(limits) :], [f"{threads}\n"] * len(limits))
        self.run_task(show, DET_SLOT_IDS="[0, 1]", OMP_NUM_THREADS="7")
        self.assertEqual(self.lines()[-len(limits) :], ["7\n"] + ["2\n"] * (len(limits) - 1))

    def test_nvidia_smi_shows_a_task_its_own_devices_only(self):
        programs = self.folder / "bin"
        programs.mkdir()
        (programs / "nvidia-smi").write_text('#!/bin/sh\necho "$@"\n')
        (programs / "nvidia-smi").chmod(0o755)
        path = f"{programs}:/usr/bin:/bin"
        self.run_task("nvidia-smi -L", PATH=path)
        self.run_task("nvidia-smi -L", PATH=path, CUDA_VISIBLE_DEVICES="GPU-a,GPU-b")
        self.run_task("nvidia-smi -L; echo none", PATH=path, CUDA_VISIBLE_DEVICES="")
        self.assertEqual(self.lines(), ["-L\n", "-i GPU-a,GPU-b -L\n", "none\n"])


if __name__ == "__main__":
    unittest.main()
