"""Run the entries of papers, and cache their results by content."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from agreement.version import VERSION
from midpath.papers.data import Data
from midpath.papers.entries import Cell, Chart, Entry, Found, Line, Paper, Part
from midpath.papers.outcomes import Outcome, PaperOutcome

# The packages whose source decides the results, in addition to an entry's printed cells.
SOURCES = ("agreement", "midpath.corpus", "midpath.papers.computing")
TEXT_PACKAGES = ("scipy", "sklearn", "threadpoolctl")
NEEDS_TEXT = "{package} is not installed; `pip install 'midpath[text]'` installs it"
NEEDS_DATA = "{files} is not in the folder of data"

Tell = Callable[[str, int, int], object]


@dataclass(frozen=True)
class Runner:
    """Runs entries on a folder of data. Without a cache folder, nothing is cached."""

    data: Data
    cache_folder: Path | None = None
    tell: Tell = lambda of, done, total: None

    def run(self, papers: Sequence[Paper]) -> list[PaperOutcome]:
        total, done = sum(len(paper.entries) for paper in papers), 0
        found = []
        self.tell("tables and figures", 0, total)
        for paper in papers:
            outcomes = []
            for entry in paper.entries:
                outcomes.append(self.outcome(entry))
                done += 1
                self.tell("tables and figures", done, total)
            found.append(PaperOutcome(paper, outcomes))
        return found

    def outcome(self, entry: Entry) -> Outcome:
        """Return the entry's results; the parts whose data or packages are missing are listed."""
        found, on, missing = list[Found](), dict[str, None](), list[str]()
        for number, part in enumerate(entry.parts):
            if absent := self.data.missing(part.files):
                missing.append(NEEDS_DATA.format(files=", ".join(absent)))
                continue
            try:
                found.append(self._cached(entry, number, part))
                on |= dict.fromkeys([part.on] if part.on else [])
            except ModuleNotFoundError as error:
                package = (error.name or "").partition(".")[0]
                if package not in TEXT_PACKAGES:
                    raise
                missing.append(NEEDS_TEXT.format(package=package))
        return Outcome(
            entry,
            [line for each in found for line in each.lines],
            [chart for each in found for chart in each.charts],
            [remark for each in found for remark in each.remarks],
            list(on),
            list(dict.fromkeys(missing)),
        )

    def _cached(self, entry: Entry, number: int, part: Part) -> Found:
        if self.cache_folder is None:
            return part.compute(self.data)
        of_entry = json.dumps([entry.key, number, *entry.rows.items()])
        key = "\n".join((VERSION, sources_digest(), of_entry, self.data.digest(part.files)))
        path = self.cache_folder / f"{hashlib.sha256(key.encode()).hexdigest()}.json"
        try:
            return found_of(json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, KeyError, TypeError):
            found = part.compute(self.data)
        with suppress(OSError):  # a folder that cannot be written to caches nothing
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_suffix(f".{os.getpid()}")
            unfinished.write_text(json.dumps(asdict(found)), "utf-8")
            unfinished.replace(path)
        return found


def usual_cache() -> Path:
    """Return the folder for results in the user's cache directory."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "midpath" / "papers"


def found_of(value: Mapping[str, Any]) -> Found:
    """Return a result that was stored as JSON."""
    lines = [
        Line(one["label"], [Cell(**cell) for cell in one["cells"]], one["source"])
        for one in value["lines"]
    ]
    charts = [Chart(**{**one, "series": _series(one["series"])}) for one in value["charts"]]
    return Found(lines, charts, value["remarks"])


def _series(stored: Mapping[str, Any]) -> dict[str, list[tuple[float, float]]]:
    return {name: [(x, y) for x, y in points] for name, points in stored.items()}


@cache
def sources_digest() -> str:
    """Return a digest of the source files that decide the results."""
    digest = hashlib.sha256()
    for path in sorted(path for name in SOURCES for path in _source_files(name)):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _source_files(name: str) -> Iterator[Path]:
    try:
        file = import_module(name).__file__
    except ModuleNotFoundError:
        return
    if file:
        yield from Path(file).parent.rglob("*.py")
