"""What stands on disk and in the environment before a task's first process starts."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import stat
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional

PLATFORM_RUN_DIR = "/run/determined/"
HERE = Path(__file__).resolve().parent


class Paths:
    """The folders of one allocation. `run` stands for /run/determined, which only a container could have for itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run = folder / "run"
        self.work = folder / "work"
        self.logs = folder / "logs"
        self.spec = folder / "spec.json"
        self.context = folder / "context.tar.gz"
        self.process = folder / "process.json"
        self.exit = folder / "exit.json"
        self.killed = folder / "killed"


class Unpreparable(Exception):
    """The task can't be started as it was asked for; the text is for its owner."""


def make_folders(paths: Paths) -> Path:
    """Makes the task's folders and returns its folder for temporary files.

    That one is in /tmp, with a short name: unix sockets are made in it, and their paths may have 107 bytes at most.
    """
    for folder in ("info", "train/model", "ssh", "config", "bin"):
        (paths.run / folder).mkdir(parents=True, exist_ok=True)
    for folder in (paths.run, paths.run / "ssh", paths.work):
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
    return Path(tempfile.mkdtemp(prefix="det-", dir="/tmp"))


def task_environment(spec: Mapping[str, Any], paths: Paths, temporary: Path, base: Mapping[str, str]) -> Dict[str, str]:
    """The base (what the launcher gave the runner), the platform's and the user's variables, then what has to hold here."""
    environment = {**base, **{name: own_path(value, paths) for name, value in spec["environment"].items()}}
    run, own_bin = str(paths.run), Path(sys.executable).parent
    known = environment.get("PATH") or os.defpath
    if not _same_file(own_bin / "python3", Path(sys.executable)):
        # Launch layers call `python3` by name.
        for name in ("python3", "python"):
            _own_program(paths, name, f'exec "{sys.executable}" "$@"')
    devices, smi = environment.get("CUDA_VISIBLE_DEVICES"), shutil.which("nvidia-smi", path=known)
    if devices is not None and smi is not None:
        # It shows all devices of the machine, whatever a task may see; the harness takes those for the task's own.
        _own_program(paths, "nvidia-smi", f'exec "{smi}" -i {devices} "$@"' if devices else "exit 0")
    search = [str(paths.run / "bin"), str(paths.run / "pythonuserbase" / "bin"), str(own_bin), known]
    environment.update(
        DET_RUN_DIR=run,
        DET_TASK_SHIM=str(HERE / "shim"),
        DET_SKIP_PIP_INSTALL="1",
        DET_DEBUG_CONFIG_PATH=str(paths.run / "config"),
        PYTHONUSERBASE=str(paths.run / "pythonuserbase"),
        PATH=os.pathsep.join(search),
        PYTHONPATH=os.pathsep.join(filter(None, [str(HERE / "shim"), environment.get("PYTHONPATH")])),
    )
    defaults = {
        "TMPDIR": str(temporary),
        "DET_PYTHON_EXECUTABLE": sys.executable,
        "PYTHONUNBUFFERED": "1",
        "HOSTNAME": socket.gethostname(),
        "HOME": str(paths.work),
        "LANG": "C.UTF-8",
    }
    threads = str(max(1, len(json.loads(environment.get("DET_SLOT_IDS") or "[]"))))
    for library in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM", "RAYON"):
        defaults[f"{library}_NUM_THREADS" if library != "VECLIB_MAXIMUM" else "VECLIB_MAXIMUM_THREADS"] = threads
    for name, value in defaults.items():
        environment.setdefault(name, value)
    _reach_master_directly(environment)
    return environment


def write_info_files(environment: Mapping[str, str], run: Path) -> None:
    """cluster.json and trial.json as determined.exec.prep_container writes them, for tasks that don't run it too."""
    cluster = {
        "master_url": environment["DET_MASTER"],
        "cluster_id": environment.get("DET_CLUSTER_ID", ""),
        "agent_id": environment.get("DET_AGENT_ID", ""),
        "slot_ids": json.loads(environment.get("DET_SLOT_IDS") or "[]"),
        "task_id": environment.get("DET_TASK_ID", ""),
        "allocation_id": environment["DET_ALLOCATION_ID"],
        "session_token": environment.get("DET_SESSION_TOKEN", ""),
        "task_type": environment.get("DET_TASK_TYPE", ""),
        "master_cert_name": environment.get("DET_MASTER_CERT_NAME"),
        "master_cert_file": environment.get("DET_MASTER_CERT_FILE"),
        "latest_checkpoint": environment.get("DET_LATEST_CHECKPOINT"),
    }
    (run / "info" / "cluster.json").write_text(json.dumps(cluster))
    if environment.get("DET_TASK_TYPE") == "TRIAL":
        config = json.loads(environment["DET_EXPERIMENT_CONFIG"])
        trial = {
            "trial_id": int(environment["DET_TRIAL_ID"]),
            "experiment_id": int(environment["DET_EXPERIMENT_ID"]),
            "trial_seed": int(environment["DET_TRIAL_SEED"]),
            "hparams": json.loads(environment["DET_HPARAMS"]),
            "config": config,
            "steps_completed": int(environment["DET_STEPS_COMPLETED"]),
            "trial_run_id": int(environment["DET_TRIAL_RUN_ID"]),
            "debug": config.get("debug", False),
            "inter_node_network_interface": environment.get("DET_INTER_NODE_NETWORK_INTERFACE"),
        }
        (run / "info" / "trial.json").write_text(json.dumps(trial))


def write_files(files: List[Mapping[str, Any]], paths: Paths) -> None:
    """Files of the task: below /run/determined (which is the run folder here) or relative to the work folder."""
    for file in files:
        name: str = file["path"]
        root, relative = (paths.run, name[len(PLATFORM_RUN_DIR) :]) if name.startswith(PLATFORM_RUN_DIR) else (paths.work, name)
        target = _inside(root, relative)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(base64.b64decode(file["content"]))
        target.chmod(file["mode"])


def unpack_context(archive: Path, targets: List[Path]) -> None:
    """The user's code, once into each folder. Nothing may land outside of it; owners are dropped, modes kept."""
    for target in targets:
        folders: List[Any] = []
        with tarfile.open(archive, mode="r:gz") as tar:
            for member in tar:
                path = _inside(target, member.name)
                if member.isdir():
                    path.mkdir(parents=True, exist_ok=True)
                    folders.append((path, member.mode))
                elif member.isreg():
                    path.parent.mkdir(parents=True, exist_ok=True)
                    source = tar.extractfile(member)
                    assert source is not None  # a regular file always has content
                    with open(path, "wb") as file:
                        while True:
                            block = source.read(1 << 20)
                            if not block:
                                break
                            file.write(block)
                    path.chmod(stat.S_IMODE(member.mode) & 0o777 | 0o400)
                    os.utime(path, (member.mtime, member.mtime))
                elif member.issym():
                    # The server took only links that stay inside; it is looked at again where they are made.
                    _inside(target, os.path.normpath(os.path.join(os.path.dirname(member.name), member.linkname)))
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.unlink(missing_ok=True)
                    path.symlink_to(member.linkname)
                else:
                    raise Unpreparable(f"the uploaded code holds {member.name!r}, which is no file, folder or link")
        # Last, because a folder may be read-only for the files that go into it.
        for path, mode in reversed(folders):
            path.chmod(stat.S_IMODE(mode) & 0o777 | 0o700)


def work_folder(spec: Mapping[str, Any], paths: Paths) -> Path:
    asked: Optional[str] = spec.get("workDir")
    if not asked:
        return paths.work
    if not os.path.isdir(asked):
        raise Unpreparable(f"the working directory {asked} does not exist on this machine")
    return Path(asked)


def own_path(text: str, paths: Paths) -> str:
    """An argument or variable that names something below /run/determined means this task's run folder."""
    return f"{paths.run}/{text[len(PLATFORM_RUN_DIR):]}" if text.startswith(PLATFORM_RUN_DIR) else text


def _inside(root: Path, relative: str) -> Path:
    parts = Path(relative).parts
    if os.path.isabs(relative) or ".." in parts or "\0" in relative:
        raise Unpreparable(f"the file name {relative!r} leads out of the task's folder")
    return root.joinpath(*parts)


def _own_program(paths: Paths, name: str, command: str) -> None:
    wrapper = paths.run / "bin" / name
    wrapper.write_text(f"#!/bin/sh\n{command}\n")
    wrapper.chmod(0o755)


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _reach_master_directly(environment: Dict[str, str]) -> None:
    """A proxy for the world outside must not stand between a task and its master."""
    if not any(environment.get(name) for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")):
        return
    host = environment["DET_MASTER"].split("//", 1)[-1].split("/", 1)[0].rsplit(":", 1)[0]
    for name in ("NO_PROXY", "no_proxy"):
        known = [item for item in environment.get(name, "").split(",") if item]
        if host not in known:
            environment[name] = ",".join([*known, host])
