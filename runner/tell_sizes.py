"""What pip would fetch, and how large it is, before any of it is fetched: `python3 tell_sizes.py FILE install …`.

Resolves as `pip install` does, reading only the metadata of wheels where the index allows it, and writes the files that an
installation would fetch, as JSON `[{"name", "file", "bytes"}]`, in place of fetching them. Pip has no call for this, so its own
step of fetching is replaced; where a pip has another inside this fails, and sizes are told as the files come.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Dict, Iterable, List, Optional

from pip._internal.cli.main import main
from pip._internal.operations.prepare import RequirementPreparer


def tell(preparer: Any, requirements: Iterable[Any], parallel_builds: bool = False) -> None:
    files: List[Dict[str, Any]] = []
    for requirement in requirements:
        link = requirement.link
        if link is None or not link.scheme.startswith("http"):
            continue
        files.append({"name": requirement.name, "file": link.filename, "bytes": size(preparer._session, link)})
    with open(sys.argv[1], "w", encoding="utf-8") as target:
        json.dump(files, target)
    # Nothing is to follow, and pip is to clear up behind itself.
    raise KeyboardInterrupt


def size(session: Any, link: Any) -> Optional[int]:
    reply = session.head(link.url_without_fragment, headers={"Accept-Encoding": "identity"}, allow_redirects=True)
    known = reply.headers.get("Content-Length") if reply.ok else None
    return int(known) if known else None


if __name__ == "__main__":
    RequirementPreparer.prepare_linked_requirements_more = tell  # type: ignore[method-assign]
    sys.exit(main(sys.argv[2:]))
