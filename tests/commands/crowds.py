"""Files of a crowd's labels and of its answers on pairs."""

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from annotation.models import Campaign, Judgment
from annotation.services.work.review import review_judgment
from tests.commands.running import SHARED, run, write
from tests.helpers.factories import make_user

RTE = SHARED / "data" / "rte" / "rte_judgments.csv"
WORKERS = ("ann", "bob", "cy")


class Kind(NamedTuple):
    """The columns of a kind of file, and two answers."""

    item: str
    answer: str
    answers: tuple[str, str]

    @property
    def header(self) -> str:
        return f"worker,{self.item},{self.answer}"


KINDS = {
    "labels": Kind("item", "label", ("fear", "joy")),
    "pairs": Kind("pair", "answer", ("no", "yes")),
}


def small(path: Path, kind: str) -> Path:
    """Return ten items judged by three workers; cy gives the second answer to all of them."""
    first, second = KINDS[kind].answers
    lines = [f"{KINDS[kind].header},similarity,gold,seconds,words"]
    for number in range(10):
        right = second if number >= 5 else first
        for worker in WORKERS:
            answer = second if worker == "cy" else right
            lines.append(
                f"{worker},t{number},{answer},0.{number},{right},{number + 1},{30 + number}"
            )
    return write(path, *lines)


def with_rejected(campaign: Campaign) -> Campaign:
    """Reject the fourth judgment of a campaign, and give it a time of work."""
    rejected = Judgment.objects.filter(campaign=campaign).order_by("pk")[3]
    review_judgment(judgment=rejected, user=make_user(), review="rejected", reason="blank")
    Judgment.objects.filter(pk=rejected.pk).update(active_ms=12_500)
    return campaign


def export(campaign: Campaign, name: str, path: Path) -> Path:
    printed = run("export_gold", str(campaign.pk), "--as", name, "-o", str(path))
    assert f"SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()}" in printed
    return path


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(), newline="")))


def check_rows(rows: Sequence[Mapping[str, str]]) -> None:
    """Check what exported judgments show of each, whatever its kind, one having been rejected."""
    assert [row["counts"] for row in rows].count("no") == 1
    assert list(rows[0])[-4:-2] == ["active_seconds", "first_action_seconds"]
    assert {(row["suggested"], row["as_suggested"]) for row in rows} == {("", "")}
    times = {(row["active_seconds"], row["first_action_seconds"]) for row in rows}
    assert times == {("", ""), ("12.500", "")}
    assert [row["review"] for row in rows].count("rejected") == 1


def check_crowd(scored: Mapping[str, Any], crowd: Mapping[str, Any]) -> None:
    """Check that the figures of workers are those of the crowd in gold."""
    for name in ("worker_agreement", "differences", "time"):
        assert scored[name] == crowd[name]
    assert scored["dawid_skene"] == crowd["dawid_skene"] | crowd["consensus"]["dawid_skene"]


def score(path: Path, kind: str, *options: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(run("score", f"--{kind}", str(path), "--json", *options))
    return result
