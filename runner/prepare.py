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
import venv
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
    python = _own_python(paths)
    devices, smi = environment.get("CUDA_VISIBLE_DEVICES"), shutil.which("nvidia-smi", path=known)
    if devices is not None and smi is not None:
        # It shows all devices of the machine, whatever a task may see; the harness takes those for the task's own.
        _own_program(paths, "nvidia-smi", f'exec "{smi}" -i {devices} "$@"' if devices else "exit 0")
    programs = [paths.run / "bin", python.parent, paths.run / "pythonuserbase" / "bin", own_bin]
    environment.update(
        DET_RUN_DIR=run,
        DET_TASK_SHIM=str(HERE / "shim"),
        DET_SKIP_PIP_INSTALL="1",
        DET_DEBUG_CONFIG_PATH=str(paths.run / "config"),
        PYTHONUSERBASE=str(paths.run / "pythonuserbase"),
        PATH=os.pathsep.join([*map(str, programs), known]),
        PYTHONPATH=os.pathsep.join(filter(None, [str(HERE / "shim"), environment.get("PYTHONPATH")])),
    )
    defaults = {
        "TMPDIR": str(temporary),
        "DET_PYTHON_EXECUTABLE": str(python),
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
        links: List[tarfile.TarInfo] = []
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
                    links.append(member)
                else:
                    raise Unpreparable(f"the uploaded code holds {member.name!r}, which is no file, folder or link")
        # After the files, so that none is written through one.
        for member in links:
            _link_inside(target, member)
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


def _own_python(paths: Paths) -> Path:
    """The interpreter of a virtual environment of the task's own over the one that it was given, which others share.

    What its program or a start-up hook installs lies there, for this task alone. It reads what is below after what is
    its own, with the files `*.pth` that lie there: among them the task shim.
    """
    folder = paths.run / "python"
    below = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    venv.EnvBuilder(symlinks=True).create(folder)
    (packages,) = folder.glob("lib/python3*/site-packages")
    lines = [f"import site; site.addsitedir({json.dumps(path)})\n" for path in below]
    (packages / "determined-below.pth").write_text("".join(lines))
    python = folder / "bin" / "python3"
    for name in ("pip", "pip3"):
        _own_program(paths, name, f'exec "{python}" -m pip "$@"')
    # Programs of packages begin with the interpreter that they were installed for, which sees nothing of the task's.
    for programs in dict.fromkeys(Path(path).parents[2] / "bin" for path in below):
        if programs.parent == Path(sys.base_prefix) or not programs.is_dir():
            continue
        for program in programs.iterdir():
            if _begins_with(program, f"{programs}/python") and not (paths.run / "bin" / program.name).exists():
                _own_program(paths, program.name, f'exec "{python}" "{program}" "$@"')
    return python


def _begins_with(program: Path, interpreter: str) -> bool:
    try:
        with open(program, "rb") as file:
            head = file.read(512)
    except OSError:
        return False
    # In the first line, or where that would be too long, in the second, for a shell.
    return head.startswith(b"#!") and os.fsencode(interpreter) in b"".join(head.splitlines()[:2])


def _link_inside(root: Path, member: tarfile.TarInfo) -> None:
    """A link whose place and end, other links followed, lie in the folder."""
    path, whole = _inside(root, member.name), os.path.realpath(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    parent = os.path.realpath(path.parent)
    end = os.path.realpath(os.path.join(parent, member.linkname))
    if any(os.path.commonpath([whole, place]) != whole for place in (parent, end)):
        raise Unpreparable(f"the link {member.name!r} in the uploaded code leads out of the task's folder")
    try:
        path.symlink_to(member.linkname)
    except FileExistsError:
        raise Unpreparable(f"the uploaded code holds {member.name!r} twice") from None


def _own_program(paths: Paths, name: str, command: str) -> None:
    wrapper = paths.run / "bin" / name
    wrapper.write_text(f"#!/bin/sh\n{command}\n")
    wrapper.chmod(0o755)


def _reach_master_directly(environment: Dict[str, str]) -> None:
    """A proxy for the world outside must not stand between a task and its master."""
    if not any(environment.get(name) for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")):
        return
    host = environment["DET_MASTER"].split("//", 1)[-1].split("/", 1)[0].rsplit(":", 1)[0]
    for name in ("NO_PROXY", "no_proxy"):
        known = [item for item in environment.get(name, "").split(",") if item]
        if host not in known:
            environment[name] = ",".join([*known, host])
