"""Runs beside a task: `python3 runner run FOLDER`, and `python3 runner ship FOLDER` for log lines that stayed behind.

README.md describes the folder. Python's standard library only, 3.9 or newer.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import IO, Any, Dict, List, Mapping, Optional

from lines import LineSplitter, parse_line
from log_buffer import LogBuffer
from log_shipper import LogShipper, ready_call
from masters import Contact, now, through_relay
from prepare import (
    HERE,
    Paths,
    Unpreparable,
    make_folders,
    own_path,
    task_environment,
    unpack_context,
    work_folder,
    write_files,
    write_info_files,
)
from processes import adopt_orphans, bury_orphans, end_stragglers, identity

FORWARDED = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGWINCH]
# How long processes that the task left behind may still print before they are ended.
PIPE_SECONDS = 1.0
# With those gone, what is in the pipes is read to its end: long enough for a slow machine.
LAST_OUTPUT_SECONDS = 60.0
SHIP_SECONDS = 30.0
OWN_FAILURE, NOT_EXECUTABLE, NOT_FOUND, KILLED = 80, 126, 127, 137


class Task:
    """One run of one allocation, from the folder that the launcher made to the exit status in it."""

    def __init__(self, folder: Path) -> None:
        self.paths = Paths(folder)
        self.spec: Mapping[str, Any] = json.loads(self.paths.spec.read_text())
        self.buffer = LogBuffer(self.paths.logs)
        self.child: Optional["subprocess.Popen[bytes]"] = None
        self.readers: List[threading.Thread] = []
        self.asked_to_end: Optional[int] = None
        self.lost: Optional[str] = None
        self.ready_pattern = _ready_pattern(self.spec)

    def run(self) -> None:
        started = _now()
        temporary = make_folders(self.paths)
        _write_json(self.paths.process, {"pid": os.getpid(), "identity": identity(os.getpid()), "temporary": str(temporary)})
        for number in FORWARDED:
            signal.signal(number, self._forward)
        adopt_orphans()
        environment = task_environment(self.spec, self.paths, temporary, os.environ)
        if environment.get("DET_GIVE_UP_SECONDS"):
            # Its place was written down just before the specification was.
            begun = now() - max(0.0, time.time() - self.paths.spec.stat().st_mtime)
            Contact(environment, begun, self._give_up).start()
        through_relay(environment)
        shipper = LogShipper(self.buffer, environment)
        shipper.start()
        try:
            code = self._execute(environment)
        except Unpreparable as problem:
            self._say("ERROR", f"The task can't start: {problem}")
            code = 1
        except Exception as error:  # noqa: BLE001 - whatever it is, the master must hear of an end
            self._say("ERROR", f"The runner failed: {type(error).__name__}: {error}")
            code = OWN_FAILURE
        end_stragglers(str(self.paths.run))
        self._read_on(LAST_OUTPUT_SECONDS)
        self.buffer.close()
        ended = {**_status(code), "lost": self.lost, "startedAt": started, "endedAt": _now()}
        # Written twice: the first holds if the runner is killed while the last lines travel.
        _write_json(self.paths.exit, {**ended, "flushed": False})
        flushed = shipper.finish(float(environment.get("DET_LOG_WAIT_TIME") or SHIP_SECONDS))
        _write_json(self.paths.exit, {**ended, "flushed": flushed})
        shutil.rmtree(temporary, ignore_errors=True)

    def _execute(self, environment: Dict[str, str]) -> int:
        write_info_files(environment, self.paths.run)
        if self.paths.context.exists():
            unpack_context(self.paths.context, [self.paths.run / "train" / "model", self.paths.work])
        write_files(self.spec["files"], self.paths)
        folder = work_folder(self.spec, self.paths)
        environment["DET_WORKDIR"] = str(folder)
        program: List[str] = [own_path(word, self.paths) for word in self.spec["entrypoint"]]
        if not program:
            program = [environment["DET_PYTHON_EXECUTABLE"], "-m", "determined.exec.launch"]
        if self.paths.killed.exists() or self.lost is not None:
            return KILLED
        if self.asked_to_end is not None:
            return 128 + self.asked_to_end
        shell = shutil.which("bash", path=environment["PATH"]) or "/bin/sh"
        return self._child([shell, str(HERE / "start-task.sh"), *program], environment, folder)

    def _child(self, command: List[str], environment: Mapping[str, str], folder: Path) -> int:
        try:
            self.child = subprocess.Popen(
                command,
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                umask=0o022,
            )
        except FileNotFoundError as error:
            self._say("ERROR", f"The task can't start: {error}")
            return NOT_FOUND
        except PermissionError as error:
            self._say("ERROR", f"The task can't start: {error}")
            return NOT_EXECUTABLE
        child = self.child.pid
        signal.signal(signal.SIGCHLD, lambda _number, _frame: bury_orphans(child))
        assert self.child.stdout is not None and self.child.stderr is not None  # both were asked for as pipes
        self.readers = [
            threading.Thread(target=self._read, args=(stream, kind, environment), name=kind, daemon=True)
            for stream, kind in ((self.child.stdout, "stdout"), (self.child.stderr, "stderr"))
        ]
        for reader in self.readers:
            reader.start()
        if self.lost is not None:
            self.child.kill()
        if self.asked_to_end is not None:
            # The signal came between the last look and the child's start.
            self.child.send_signal(self.asked_to_end)
        code = self.child.wait()
        self._read_on(PIPE_SECONDS)
        return code

    def _read_on(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        for reader in self.readers:
            reader.join(max(0.0, deadline - time.monotonic()))

    def _read(self, stream: IO[bytes], kind: str, environment: Mapping[str, str]) -> None:
        splitter = LineSplitter()
        while True:
            try:
                chunk = os.read(stream.fileno(), 65536)
            except (OSError, ValueError):
                chunk = b""
            for line in splitter.feed(chunk) if chunk else splitter.finish():
                self._line(line, kind, environment)
            if not chunk:
                return

    def _line(self, line: str, kind: str, environment: Mapping[str, str]) -> None:
        parsed = parse_line(line)
        record: Dict[str, Any] = {"timestamp": _now(), "stdtype": kind, "log": parsed.log}
        if parsed.level is not None:
            record["level"] = parsed.level
        if parsed.rank_id is not None:
            record["rankId"] = parsed.rank_id
        self.buffer.append(record)
        wanted = self.ready_pattern
        if wanted is not None and wanted["stream"] == kind and wanted["pattern"].match(line):
            self.ready_pattern = None
            threading.Thread(target=ready_call, args=(environment,), name="ready", daemon=True).start()

    def _say(self, level: str, text: str) -> None:
        self.buffer.append({"timestamp": _now(), "stdtype": "stderr", "level": level, "log": text + "\n"})

    def _give_up(self, reason: str) -> None:
        """Another run may be started elsewhere before long: this one ends at once."""
        self.lost = reason
        self._say("ERROR", f"The task is ended: {reason}.")
        if self.child is not None and self.child.returncode is None:
            self.child.kill()
        end_stragglers(str(self.paths.run))

    def _forward(self, number: int, _frame: Any) -> None:
        if number in (signal.SIGTERM, signal.SIGINT):
            self.asked_to_end = number
        if self.child is not None and self.child.returncode is None:
            self.child.send_signal(number)


def ship(folder: Path, seconds: float) -> None:
    """Sends what a runner could not send before it ended."""
    paths = Paths(folder)
    spec = json.loads(paths.spec.read_text())
    buffer = LogBuffer(paths.logs)
    buffer.close()
    shipper = LogShipper(buffer, spec["environment"])
    shipper.start()
    flushed = shipper.finish(seconds)
    if flushed and paths.exit.exists():
        _write_json(paths.exit, {**json.loads(paths.exit.read_text()), "flushed": True})


def _ready_pattern(spec: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
    wanted = spec.get("readyWhen")
    return {"stream": wanted["stream"], "pattern": re.compile(wanted["pattern"])} if wanted else None


def _status(code: int) -> Dict[str, Any]:
    """Popen's code (negative for a signal) as a shell shows it."""
    if code < 0:
        known = -code in list(signal.Signals)
        return {"exitCode": 128 - code, "signal": signal.Signals(-code).name if known else f"signal {-code}"}
    return {"exitCode": code, "signal": "SIGKILL" if code == KILLED else None}


def _write_json(path: Path, value: Any) -> None:
    temporary = path.with_name(path.name + ".new")
    with open(temporary, "w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z")


if __name__ == "__main__":
    os.umask(0o077)
    if len(sys.argv) == 3 and sys.argv[1] == "run":
        Task(Path(sys.argv[2]).resolve()).run()
    elif len(sys.argv) == 4 and sys.argv[1] == "ship":
        ship(Path(sys.argv[2]).resolve(), float(sys.argv[3]))
    else:
        sys.exit("usage: runner run FOLDER | runner ship FOLDER SECONDS")
