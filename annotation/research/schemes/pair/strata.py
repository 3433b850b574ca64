"""Table 3 of COLING 2014 as the dashboard shows it: how pairs were answered, by similarity."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.models import Campaign
from annotation.numbers import percent, signed
from annotation.plurals import counted

ALL = "all"
DEFINITIONS = {
    "Winner has n votes": "The share of the stratum’s pairs whose most frequent answer was given n "
    "times. A tie has no winner.",
    "Consensus": "The share of pairs on which that answer has most votes. Of more than two "
    "answers, those that count as yes are first taken together in the rows yes and no.",
    "Absolute majority": "The share of pairs whose winner has more than half of the votes.",
    "Pairwise agreement": "Of all pairs of votes on a pair of texts, the share that agree; the "
    "mean over pairs with two votes or more.",
    "α": "Nominal α of the stratum’s pairs. Within a stratum answers vary less, so it is lower.",
}


@dataclass(frozen=True)
class StrataRow:
    name: str
    cells: Sequence[str]


@dataclass(frozen=True)
class Strata:
    """`groups` are rows that belong together."""

    names: Sequence[str]
    groups: Sequence[Sequence[StrataRow]]
    definitions: Sequence[tuple[str, str]] = tuple(DEFINITIONS.items())


def strata_of(campaign: Campaign) -> Strata:
    figures = campaign.agreement.figures
    if not figures.get("pairs"):
        return Strata((), ())
    columns = figures["strata"]
    answers = [answer["label"] for answer in campaign.settings["answers"]]
    groups = [_votes(columns), [_consensus(columns, label) for label in answers]]
    pooled = figures["yes_no"]
    if pooled and len(answers) > 2:
        columns_of_yes_no = pooled["strata"]
        groups.append(
            [_consensus(columns_of_yes_no, label) for label in ("yes", "no")]
            + [_row("yes and no tie", [percent(one["ties"]["share"]) for one in columns_of_yes_no])]
        )
    return Strata([one["name"] for one in columns], [*groups, _agreement(columns)])


def _votes(columns: Sequence[Mapping[str, Any]]) -> list[StrataRow]:
    votes = sorted({row["votes"] for one in columns for row in one["agree"]}, reverse=True)
    rows = [_row("pairs", [f"{one['pairs']:,}" for one in columns])]
    for number in votes:
        shares = [{row["votes"]: row["share"] for row in one["agree"]} for one in columns]
        name = f"winner has {counted(number, 'vote')}"
        rows.append(_row(name, [percent(share.get(number, 0.0)) for share in shares]))
    return [*rows, _row("tie", [percent(one["ties"]["share"]) for one in columns])]


def _consensus(columns: Sequence[Mapping[str, Any]], label: str) -> StrataRow:
    nothing = {"share": 0.0}
    shares = [one["consensus"].get(label, nothing)["share"] for one in columns]
    return _row(f"consensus: {label}", list(map(percent, shares)))


def _agreement(columns: Sequence[Mapping[str, Any]]) -> list[StrataRow]:
    return [
        _row("absolute majority", [percent(one["absolute"]["share"]) for one in columns]),
        _row("pairwise agreement", [_share(one["pairwise_agreement"]) for one in columns]),
        _row("α", [_value(one["alpha"]["value"]) for one in columns]),
    ]


def _row(name: str, cells: Sequence[str]) -> StrataRow:
    return StrataRow(name, cells)


def _share(value: float | None) -> str:
    return "–" if value is None else percent(value)


def _value(value: float | None) -> str:
    return "–" if value is None else signed(value, 2)
