"""From the bytes a task prints to log lines: where a line ends, which rank and level it carries."""

from __future__ import annotations

import re
from typing import Iterator, NamedTuple, Optional

# A longer line is broken; the limit counts the newline, as the platform's clients expect.
LINE_LIMIT = 8192

_RANK = re.compile(r"^\[rank=(\d{1,9})\] ?")
_LEVEL = re.compile(r"^(DEBUG|INFO|WARNING|ERROR|CRITICAL):\s?")
_LINE_END = re.compile(rb"[\r\n]")


class ParsedLine(NamedTuple):
    log: str
    level: Optional[str]
    rank_id: Optional[int]


class LineSplitter:
    """Cuts a stream of byte chunks into lines.

    A carriage return ends a line too, so that progress bars move in the log. "\\r\\n" is one line end, and the empty
    text before the "\\r" that opens each redraw of a progress bar is no line.
    """

    def __init__(self) -> None:
        self._pending = b""
        self._after_return = False

    def feed(self, chunk: bytes) -> Iterator[str]:
        data = self._pending + chunk
        self._pending = b""
        start = 0
        # What was pending holds no line end, so the search may go on where the new chunk begins.
        search_from = len(data) - len(chunk)
        while True:
            found = _LINE_END.search(data, search_from)
            if found is None:
                break
            text, is_return = data[start : found.start()], found.group() == b"\r"
            redraw_or_crlf = not text and (is_return or (self._after_return and found.start() == start))
            self._after_return = is_return
            start = search_from = found.end()
            if not redraw_or_crlf:
                yield from _pieces(text, complete=True)
        rest = data[start:]
        if rest:
            self._after_return = False
        while len(rest) >= LINE_LIMIT - 1:
            cut = _character_boundary(rest, LINE_LIMIT - 1)
            yield _decode(rest[:cut])
            rest = rest[cut:]
        self._pending = rest

    def finish(self) -> Iterator[str]:
        rest, self._pending = self._pending, b""
        if rest:
            yield from _pieces(rest, complete=True)


def _pieces(text: bytes, complete: bool) -> Iterator[str]:
    while len(text) > LINE_LIMIT - 1:
        cut = _character_boundary(text, LINE_LIMIT - 1)
        yield _decode(text[:cut])
        text = text[cut:]
    if complete:
        yield _decode(text)


def _character_boundary(data: bytes, limit: int) -> int:
    """The largest cut up to `limit` that doesn't split a UTF-8 character (which has at most 3 continuation bytes)."""
    for cut in range(limit, max(limit - 4, 0), -1):
        if cut >= len(data) or data[cut] & 0xC0 != 0x80:
            return cut
    return limit


def _decode(data: bytes) -> str:
    # PostgreSQL's text takes no NUL.
    return data.decode("utf-8", errors="replace").replace("\0", "\ufffd") + "\n"


def parse_line(line: str) -> ParsedLine:
    """Takes the marks off the front of a line: "[rank=N] " of the rank wrapper, then "LEVEL: " of Python's logging."""
    rank_id: Optional[int] = None
    level: Optional[str] = None
    found = _RANK.match(line)
    if found:
        rank_id = int(found.group(1))
        line = line[found.end() :]
    found = _LEVEL.match(line)
    # A line that is nothing but the level word keeps its newline.
    if found:
        level = found.group(1)
        line = line[found.end() :] or "\n"
    return ParsedLine(line, level, rank_id)
