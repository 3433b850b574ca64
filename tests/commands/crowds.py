"""Files of a crowd's labels and of its answers on pairs."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from tests.commands.running import SHARED, run

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
    path.write_text("\n".join(lines))
    return path


def score(path: Path, kind: str, *options: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(run("score", f"--{kind}", str(path), "--json", *options))
    return result
