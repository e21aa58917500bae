import io
import shutil
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import prepare  # noqa: E402


class UnpackingTheUsersCode(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def unpack(self, *members: tarfile.TarInfo) -> Path:
        archive = self.folder / "context.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            for member in members:
                tar.addfile(member, io.BytesIO(b"x" * member.size))
        target = self.folder / "work"
        target.mkdir(exist_ok=True)
        prepare.unpack_context(archive, [target])
        return target

    def link(self, name: str, to: str) -> tarfile.TarInfo:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = tarfile.SYMTYPE, to
        return member

    def file(self, name: str) -> tarfile.TarInfo:
        member = tarfile.TarInfo(name)
        member.size = 1
        return member

    def test_links_inside_of_it_are_links(self):
        target = self.unpack(self.file("lib/a.py"), self.link("src/a.py", "../lib/a.py"), self.link("code", "lib"))
        self.assertTrue((target / "src" / "a.py").is_symlink())
        self.assertEqual((target / "src" / "a.py").read_text(), "x")
        self.assertEqual((target / "code" / "a.py").read_text(), "x")

    def test_links_that_lead_out_of_it_and_devices_are_refused(self):
        device = tarfile.TarInfo("disk")
        device.type = tarfile.BLKTYPE
        for member, why in (
            (self.link("out", "../../secret"), "leads out of the task's folder"),
            (self.link("lib/out", "../../secret"), "leads out of the task's folder"),
            (self.link("etc", "/etc"), "leads out of the task's folder"),
            (device, "is no file, folder or link"),
        ):
            with self.assertRaisesRegex(prepare.Unpreparable, why):
                self.unpack(member)
            self.assertEqual([each for each in (self.folder / "work").rglob("*") if each.is_symlink()], [])

    def test_links_do_not_lead_out_by_others(self):
        for member in (self.link("a/l/out", "../x"), self.link("out", "a/l/../x")):
            with self.assertRaisesRegex(prepare.Unpreparable, f"'{member.name}'.* leads out of the task's folder"):
                self.unpack(self.link("a/l", ".."), member)
            shutil.rmtree(self.folder / "work")

    def test_nothing_is_written_through_a_link(self):
        with self.assertRaisesRegex(prepare.Unpreparable, "'a' twice"):
            self.unpack(self.link("a", "b"), self.file("a/c.txt"))
        self.assertFalse((self.folder / "work" / "b").exists())
