import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from log_buffer import LogBuffer  # noqa: E402


def record(text: str) -> dict:
    return {"timestamp": "2026-01-01T00:00:00.000000Z", "stdtype": "stdout", "log": text}


class Buffer(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def open(self, **options) -> LogBuffer:
        return LogBuffer(self.folder, **options)

    def drain(self, buffer: LogBuffer, limit: int = 7) -> list:
        texts = []
        while buffer.unsent:
            first, lines = buffer.read(limit, 1 << 20)
            self.assertEqual(first, buffer.acknowledged)
            self.assertGreater(len(lines), 0)
            texts += [line["log"] for line in lines]
            buffer.acknowledge(first + len(lines))
        return texts

    def test_lines_come_in_order_across_files_and_files_go_when_sent(self):
        buffer = self.open(segment_bytes=300)
        for number in range(50):
            buffer.append(record(f"{number}"))
        self.assertGreater(len(list(self.folder.glob("*.jsonl"))), 5)
        self.assertEqual(self.drain(buffer), [str(number) for number in range(50)])
        self.assertEqual(len(list(self.folder.glob("*.jsonl"))), 1)

    def test_reading_again_without_acknowledgement_gives_the_same(self):
        buffer = self.open()
        buffer.append(record("a"))
        self.assertEqual(buffer.read(10, 1 << 20), buffer.read(10, 1 << 20))

    def test_a_later_process_goes_on_after_the_acknowledged_lines(self):
        buffer = self.open(segment_bytes=300)
        for number in range(20):
            buffer.append(record(f"{number}"))
        buffer.acknowledge(13)
        self.assertEqual(self.drain(self.open()), [str(number) for number in range(13, 20)])

    def test_a_line_cut_off_by_death_is_taken_away(self):
        buffer = self.open()
        buffer.append(record("whole"))
        with open(next(self.folder.glob("*.jsonl")), "ab") as file:
            file.write(b'{"log":"hal')
        self.assertEqual(self.drain(self.open()), ["whole"])

    def test_a_full_buffer_drops_lines_and_says_how_many(self):
        buffer = self.open(segment_bytes=300, buffer_bytes=900)
        for number in range(100):
            buffer.append(record(f"{number}"))
        kept = self.drain(buffer)
        self.assertEqual(kept, [str(number) for number in range(len(kept))])
        self.assertLess(len(kept), 100)
        buffer.append(record("after"))
        self.assertEqual(self.drain(buffer), [f"{100 - len(kept)} log lines were lost here: the log buffer was full\n", "after"])

    def test_a_full_disk_leaves_no_half_line(self):
        buffer = self.open()
        buffer.append(record("one"))
        path = next(self.folder.glob("*.jsonl"))

        class Full:
            def __init__(self, file):
                self.file = file

            def write(self, data):
                self.file.write(data[:5])
                raise OSError(28, "No space left on device")

            def __getattr__(self, name):
                return getattr(self.file, name)

        with mock.patch.object(buffer, "_file", Full(buffer._file)):
            buffer.append(record("lost"))
        self.assertTrue(path.read_bytes().endswith(b"}\n"))
        buffer.append(record("two"))
        self.assertEqual(self.drain(buffer), ["one", "1 log lines were lost here: the log buffer was full\n", "two"])

    def test_acknowledging_survives_a_disk_that_takes_nothing(self):
        buffer = self.open()
        buffer.append(record("one"))
        with mock.patch.object(os, "replace", side_effect=OSError(28, "full")):
            buffer.acknowledge(1)
        self.assertEqual(buffer.unsent, 0)
        self.assertEqual(self.drain(self.open()), ["one"])
