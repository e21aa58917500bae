import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lines import LineSplitter, parse_line  # noqa: E402


def split(*chunks: bytes) -> list:
    splitter = LineSplitter()
    found = [line for chunk in chunks for line in splitter.feed(chunk)]
    return found + list(splitter.finish())


class Splitting(unittest.TestCase):
    def test_lines_and_the_unfinished_last_one(self):
        self.assertEqual(split(b"a\n\nb"), ["a\n", "\n", "b\n"])

    def test_chunks_may_end_anywhere(self):
        text = "eins\r\nzwei \u00e4\u00f6\u20ac\U0001f600\nrest".encode()
        whole = split(text)
        self.assertEqual(whole, ["eins\n", "zwei \u00e4\u00f6\u20ac\U0001f600\n", "rest\n"])
        for cut in range(len(text)):
            self.assertEqual(split(text[:cut], text[cut:]), whole)
        self.assertEqual(split(*[bytes([byte]) for byte in text]), whole)

    def test_a_progress_bar_moves_in_the_log(self):
        self.assertEqual(split(b"\r 10%|#   \r 20%|##  \r100%|####\n", b"done\n"), [" 10%|#   \n", " 20%|##  \n", "100%|####\n", "done\n"])

    def test_a_blank_line_after_a_finished_bar_stays(self):
        self.assertEqual(split(b"100%\r", b"\n", b"\n", b"next\n"), ["100%\n", "\n", "next\n"])

    def test_long_lines_are_broken_between_characters(self):
        for unit in ("x", "\u20ac", "\U0001f600"):
            found = split((unit * 20000).encode() + b"\n")
            self.assertEqual("".join(line[:-1] for line in found), unit * 20000)
            self.assertTrue(all(len(line.encode()) <= 8192 for line in found))

    def test_a_line_of_just_the_limit_is_one_line(self):
        self.assertEqual([len(line) for line in split(b"x" * 8191 + b"\n", b"y\n")], [8192, 2])

    def test_bytes_that_are_no_text_are_replaced(self):
        self.assertEqual(split(b"a\xff\xfeb\x00c\n"), ["a\ufffd\ufffdb\ufffdc\n"])


class Parsing(unittest.TestCase):
    def test_rank_and_level(self):
        self.assertEqual(parse_line("[rank=3] WARNING: [12] x: y\n"), ("[12] x: y\n", "WARNING", 3))
        self.assertEqual(parse_line("INFO: hello\n"), ("hello\n", "INFO", None))
        self.assertEqual(parse_line("[rank=0] plain\n"), ("plain\n", None, 0))
        self.assertEqual(parse_line("ERROR:\n"), ("\n", "ERROR", None))

    def test_what_is_no_mark_stays(self):
        for line in ("TRACE: x\n", "INFO x\n", "x INFO: y\n", "[rank=x] y\n", "INFORMATION: z\n"):
            self.assertEqual(parse_line(line), (line, None, None))
