"""The disk buffer between a task's output and the master: what was printed outlives a dead master and a dead runner."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

SEGMENT_BYTES = 4 * 1024 * 1024
# Unsent lines beyond this are counted and dropped: a chatty task under a dead master must not fill the disk.
BUFFER_BYTES = 1024 * 1024 * 1024


class LogBuffer:
    """Lines numbered from 0 in files named after their first line; a file goes when all its lines are acknowledged.

    One process appends and acknowledges at a time. The number of acknowledged lines is kept in the file `acknowledged`;
    losing its last update does no harm, because the master drops lines it has (see README.md).
    """

    def __init__(self, folder: Path, segment_bytes: int = SEGMENT_BYTES, buffer_bytes: int = BUFFER_BYTES) -> None:
        self._folder = folder
        self._segment_bytes = segment_bytes
        self._buffer_bytes = buffer_bytes
        self._changed = threading.Condition()
        self._file: Optional[Any] = None
        self._dropped = 0
        self._closed = False
        folder.mkdir(parents=True, exist_ok=True)
        self.acknowledged = self._read_acknowledged()
        self._segments: List[Tuple[int, Path]] = sorted((int(p.stem), p) for p in folder.glob("*.jsonl"))
        self._end = self._repair_end()
        self._cursor: Optional[Tuple[int, Any]] = None

    def append(self, record: Dict[str, Any]) -> None:
        """Never raises for a full disk: the task must not stop because its output can't be kept."""
        with self._changed:
            try:
                if self._dropped:
                    note = {**record, "level": "WARNING", "log": f"{self._dropped} log lines were lost here: the log buffer was full\n"}
                    note.pop("rankId", None)
                    self._write(note)
                    self._dropped = 0
                self._write(record)
            except OSError:
                self._dropped += 1
            self._changed.notify_all()

    def close(self) -> None:
        """No more lines will come."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def read(self, limit: int, max_bytes: int) -> Tuple[int, List[Dict[str, Any]]]:
        """The lines after the acknowledged ones, without waiting: (number of the first, lines)."""
        with self._changed:
            first, end = self.acknowledged, self._end
            segment = next((s for s in reversed(self._segments) if s[0] <= first), None)
        lines: List[Dict[str, Any]] = []
        if segment is None or first >= end:
            return first, lines
        number, handle = self._open_at(segment, first)
        size = 0
        while number < end and len(lines) < limit and size < max_bytes:
            text = handle.readline()
            if not text:
                # The end of this file: the next one starts at exactly this number.
                break
            lines.append(json.loads(text))
            size += len(text)
            number += 1
        self._cursor = (number, handle)
        return first, lines

    def acknowledge(self, count: int) -> None:
        """The master has all lines below `count`."""
        with self._changed:
            self.acknowledged = max(self.acknowledged, min(count, self._end))
            try:
                temporary = self._folder / "acknowledged.new"
                temporary.write_text(str(self.acknowledged))
                os.replace(temporary, self._folder / "acknowledged")
            except OSError:
                pass
            while len(self._segments) > 1 and self._segments[1][0] <= self.acknowledged:
                self._segments.pop(0)[1].unlink(missing_ok=True)

    def wait(self, seconds: float) -> bool:
        """Waits until there is something to send or the end of the lines; True when there is something."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._end > self.acknowledged, seconds)
            return self._end > self.acknowledged

    @property
    def done(self) -> bool:
        with self._changed:
            return self._closed and self._end <= self.acknowledged

    @property
    def unsent(self) -> int:
        with self._changed:
            return self._end - self.acknowledged

    def _write(self, record: Dict[str, Any]) -> None:
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
        if self._file is None or self._file.tell() >= self._segment_bytes:
            if len(self._segments) * self._segment_bytes >= self._buffer_bytes:
                raise OSError("log buffer full")
            path = self._folder / f"{self._end:012d}.jsonl"
            opened = open(path, "ab", buffering=0)
            if self._file is not None:
                self._file.close()
            self._file = opened
            self._segments.append((self._end, path))
        position = self._file.tell()
        try:
            if self._file.write(text) != len(text):
                raise OSError("short write")
        except OSError:
            # Half a line must not stay: every later line would be unreadable.
            self._file.truncate(position)
            raise
        self._end += 1

    def _open_at(self, segment: Tuple[int, Path], first: int) -> Tuple[int, Any]:
        if self._cursor is not None:
            number, handle = self._cursor
            if number == first and handle.name == str(segment[1]):
                return number, handle
            handle.close()
        handle = open(str(segment[1]), "rb")
        for _ in range(first - segment[0]):
            handle.readline()
        return first, handle

    def _read_acknowledged(self) -> int:
        try:
            return int((self._folder / "acknowledged").read_text())
        except (OSError, ValueError):
            return 0

    def _repair_end(self) -> int:
        """Counts the lines of the last file; a line cut off by the runner's death is taken away."""
        if not self._segments:
            return self.acknowledged
        first, path = self._segments[-1]
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
        return first + data.count(b"\n")
