"""Which processes belong to a task, also those that left its session or lost their parent."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Dict, List, Optional, Set, Tuple

PROC = Path("/proc")
PR_SET_CHILD_SUBREAPER = 36


def identity(pid: int) -> Optional[str]:
    """Tells this process from a later one with the same number; None when there is no such process.

    The launcher computes the same text (packages/launchers/src/local/processes.ts).
    """
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
        try:
            # In a container, its own start: a restarted container has the same boot id and low numbers again.
            first = _stat(1)[2]
        except OSError:
            first = ""
        return f"{boot}.{first}/{_stat(pid)[2]}"
    except (FileNotFoundError, ProcessLookupError, NotADirectoryError):
        if PROC.joinpath("self").exists():
            return None
    answer = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or None


def adopt_orphans() -> None:
    """Whatever in the task loses its parent becomes this process's child, so that it stays to be found (Linux)."""
    try:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def bury_orphans(child: int) -> None:
    """Takes note of the end of all adopted processes; the child's own is its starter's affair."""
    while True:
        try:
            ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended is None or ended.si_pid == child:
                return
            os.waitpid(ended.si_pid, os.WNOHANG)
        except ChildProcessError:
            return


def end_stragglers(run_dir: str, seconds: float = 5.0) -> None:
    """Kills what a task left behind. A container would take such processes with it; here nobody else would."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = _members(run_dir)
        if not found:
            return
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        time.sleep(0.05)


def _members(run_dir: str) -> List[int]:
    own = os.getpid()
    if not PROC.joinpath("self/stat").exists():
        answer = subprocess.run(["ps", "-A", "-o", "pid=,pgid="], capture_output=True, text=True, check=False)
        rows = [tuple(int(word) for word in line.split()) for line in answer.stdout.splitlines()]
        return [row[0] for row in rows if len(row) == 2 and row[1] == os.getpgid(0) and row[0] != own]
    marker = f"DET_RUN_DIR={run_dir}".encode()
    session = os.getsid(0) if os.getsid(0) == own else None
    parents: Dict[int, int] = {}
    members: Set[int] = set()
    for entry in PROC.iterdir():
        if not entry.name.isdigit():
            continue
        pid = int(entry.name)
        try:
            parent, its_session, _, state = _stat(pid)
            if state == "Z" or pid == own:
                continue
            parents[pid] = parent
            if its_session == session or marker in (entry / "environ").read_bytes().split(b"\0"):
                members.add(pid)
        except OSError:
            continue
    for pid in parents:
        above = pid
        for _ in range(64):
            above = parents.get(above, 0)
            if above == own or above in members:
                members.add(pid)
                break
            if above <= 1:
                break
    return sorted(members)


def _stat(pid: int) -> Tuple[int, int, str, str]:
    """(parent, session, start time in ticks since boot, state) from /proc/<pid>/stat."""
    text = (PROC / str(pid) / "stat").read_text()
    # The command's name stands in brackets and may hold anything, brackets too.
    fields = text[text.rindex(")") + 2 :].split()
    return int(fields[1]), int(fields[3]), fields[19], fields[0]
