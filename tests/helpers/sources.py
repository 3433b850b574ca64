"""The files of a folder without those that running, or building a wheel, leaves in it."""

from collections.abc import Iterator
from pathlib import Path

LEFT_BEHIND = {"__pycache__", "build"}
OF_BUILDS = ".egg-info"


def sources_of(folder: Path, pattern: str = "*") -> Iterator[Path]:
    """Yield the files in order."""
    for path in sorted(folder.rglob(pattern)):
        parts = path.relative_to(folder).parts
        is_left = any(part in LEFT_BEHIND or part.endswith(OF_BUILDS) for part in parts)
        if path.is_file() and not is_left:
            yield path
