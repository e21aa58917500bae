"""Writes the files of a checkpoint in an object store as an archive to standard output, a piece at a time.

`python3 checkpoint_archive.py tar|gzip|zip` with `{"storage": {…}, "uuid": "…"}` on standard input. The client's own
storage code signs in and knows where the files are. Ends with 3 where there are none and with 1 where they cannot be
read; why is the last line of standard error.
"""

import gzip
import json
import sys
import tarfile
import time
import zipfile
from shutil import copyfileobj
from typing import IO, Any, Callable, List, NamedTuple

from determined.common import storage

# Google's library holds one of these, S3's none; Azure's holds what it gets by its first call, 32 MiB at most.
PIECE = 4 << 20
NOT_FOUND = 3


class File(NamedTuple):
    """`name` is its path in the checkpoint; a folder's ends in a slash."""

    name: str
    size: int
    modified: float
    open: Callable[[], Any]


def files_of(manager: Any, kind: str, uuid: str) -> List[File]:
    if kind == "azure":
        prefix = f"{uuid}/"
        container = manager.client.client.get_container_client(manager.container)
        return [
            File(one.name[len(prefix) :], one.size, one.last_modified.timestamp(), lambda name=one.name: container.download_blob(name))
            for one in container.list_blobs(name_starts_with=prefix)
        ]
    prefix = f"{manager.get_storage_prefix(uuid)}/"
    if kind == "gcs":
        return [
            File(one.name[len(prefix) :], one.size, one.updated.timestamp(), lambda one=one: one.open("rb", chunk_size=PIECE))
            for one in manager.bucket.list_blobs(prefix=prefix)
        ]
    return [
        File(one.key[len(prefix) :], one.size, one.last_modified.timestamp(), lambda one=one: one.get()["Body"])
        for one in manager.bucket.objects.filter(Prefix=prefix)
    ]


def write_tar(files: List[File], out: IO[bytes]) -> None:
    with tarfile.open(fileobj=out, mode="w|", bufsize=1 << 16) as archive:
        for file in files:
            entry = tarfile.TarInfo(file.name)
            entry.mtime = int(file.modified)
            if file.name.endswith("/"):
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(entry)
            else:
                entry.size = file.size
                archive.addfile(entry, file.open())


def write_zip(files: List[File], out: IO[bytes]) -> None:
    with zipfile.ZipFile(out, "w") as archive:
        for file in files:
            entry = zipfile.ZipInfo(file.name, time.gmtime(file.modified)[:6])
            entry.file_size = file.size
            with archive.open(entry, "w") as target:
                if not file.name.endswith("/"):
                    copyfileobj(file.open(), target, 1 << 16)


def end(code: int, why: str) -> None:
    print(" ".join(why.split()), file=sys.stderr)
    sys.exit(code)


def main(kind: str) -> None:
    asked = json.load(sys.stdin)
    config = {name: value for name, value in asked["storage"].items() if value is not None}
    manager = storage.build(config, container_path=None)
    files = [file for file in files_of(manager, config["type"], asked["uuid"]) if file.name]
    if not files:
        end(NOT_FOUND, "the storage has no files of it")
    for file in files:
        if {"", ".", ".."} & set(file.name.rstrip("/").split("/")):
            end(1, f"'{file.name}' leads out of the checkpoint")
    out = sys.stdout.buffer
    if kind == "zip":
        write_zip(files, out)
    elif kind == "gzip":
        with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=1) as packed:
            write_tar(files, packed)
    else:
        write_tar(files, out)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Exception as error:  # noqa: BLE001 - whatever a storage's library raises, its text is the reason
        end(1, f"{type(error).__name__}: {error}")
