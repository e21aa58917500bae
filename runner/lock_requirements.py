"""Writes requirements.txt anew: `python3 runner/lock_requirements.py PYTHON…`, one interpreter a supported version.

Each interpreter's pip resolves the packages named below; the exact versions are merged with markers, so that one file
holds for all of them and a release of tomorrow changes nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Dict, List

# The harness; TensorBoard, for the files the Core API writes by default; what the examples train with.
WANTED = ["determined==0.38.1", "tensorboard", "scikit-learn", "numpy"]


def resolve(python: str) -> Dict[str, str]:
    command = [python, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-", *WANTED]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {item["metadata"]["name"].lower().replace("_", "-"): item["metadata"]["version"] for item in report["install"]}


def version(python: str) -> str:
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def merge(resolved: Dict[str, Dict[str, str]]) -> List[str]:
    """One line a package and version: no marker when all interpreters agree, else the interpreters it is for."""
    order = sorted(resolved, key=lambda v: int(v.split(".")[1]))
    lines: List[str] = []
    for name in sorted({name for packages in resolved.values() for name in packages}):
        versions: Dict[str, List[str]] = {}
        for python in order:
            if name in resolved[python]:
                versions.setdefault(resolved[python][name], []).append(python)
        for pinned, pythons in versions.items():
            if pythons == order:
                lines.append(f"{name}=={pinned}")
            else:
                marker = " or ".join(f'python_version == "{python}"' for python in pythons)
                lines.append(f"{name}=={pinned} ; {marker}")
    return lines


if __name__ == "__main__":
    found = {version(python): resolve(python) for python in sys.argv[1:]}
    head = [
        "# The environment that tasks run in, pinned. Written by lock_requirements.py for Python " + ", ".join(sorted(found, key=lambda v: int(v.split(".")[1]))) + ".",
        "# A Python of one's own (DET_PYTHON) needs determined==0.38.1 and may have any other package.",
    ]
    Path(__file__).with_name("requirements.txt").write_text("\n".join(head + merge(found)) + "\n")
