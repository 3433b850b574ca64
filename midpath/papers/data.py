"""Real data for the papers: a folder of published files, each read once."""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from agreement.segmentation.shapes import read_flat
from agreement.segmentation.vectors import Vector
from midpath.exchange.evidence.common_form import Evidence
from midpath.exchange.evidence.evidence_files import read_evidence_file
from midpath.exchange.pairs.judged import JudgedPairs, read_judged_pairs
from midpath.exchange.release import read_release_file

T = TypeVar("T")

WEBIS = "webis/webis_flat.json"
RTE = "rte/rte_judgments.csv"
EVIDENCE = "opp115/evidence.jsonl"
POLICIES = "opp115/policies.jsonl"
QUESTIONS = "privacyqa/questions.csv"
LANGUAGES = ("english", "italian", "ukrainian", "turkish", "hindi", "finnish")
CORPORA = {name: f"corpora/{name}.txt" for name in LANGUAGES}
FILES = (WEBIS, RTE, EVIDENCE, POLICIES, QUESTIONS, *CORPORA.values())


@dataclass(frozen=True)
class Section:
    """A section of a policy, with the number of experts who gave it each category."""

    text: str
    votes: dict[str, int]


class Data:
    """The folder of data; None if there is none."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def has(self, files: Sequence[str]) -> bool:
        return not self.missing(files)

    def missing(self, files: Sequence[str]) -> list[str]:
        return [one for one in files if self.folder is None or not (self.folder / one).is_file()]

    def path(self, name: str) -> Path:
        if self.folder is None:
            raise FileNotFoundError(name)
        return self.folder / name

    def digest(self, files: Sequence[str]) -> str:
        """Return a digest of the files' content."""
        each = [hashlib.sha256(self.path(name).read_bytes()).hexdigest() for name in files]
        return " ".join(each)

    @cached_property
    def webis(self) -> dict[str, list[Vector]]:
        """Return the flat annotations of web queries (Webis-QSeC-10), by query."""
        release = read_release_file(self.path(WEBIS))
        return {
            text: [read_flat(raw, release.words(text)) for raw in given.values()]
            for text, given in release.texts.items()
        }

    @cached_property
    def rte(self) -> JudgedPairs:
        """Return the judged pairs of texts (Snow et al. 2008)."""
        return read_judged_pairs(RTE, self.path(RTE).read_bytes())

    @cached_property
    def evidence(self) -> Evidence:
        """Return questions on privacy policies, with the experts' sentences (OPP-115)."""
        return read_evidence_file(self.path(EVIDENCE))

    @cached_property
    def policies(self) -> list[list[Section]]:
        """Return policies as sections with the experts' categories (OPP-115)."""
        lines = self.path(POLICIES).read_text("utf-8").splitlines()
        return [
            [Section(one["text"], one.get("votes", {})) for one in json.loads(line)["sections"]]
            for line in lines
        ]


def usual_folder() -> Path | None:
    """Return the folder that MIDPATH_SHARED names, or ../shared, if it has data."""
    folder = Path(os.environ.get("MIDPATH_SHARED", "../shared")) / "data"
    return folder if folder.is_dir() else None
