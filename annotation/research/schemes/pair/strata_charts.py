"""The consensus of pairs by similarity, as charts and tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation.research.common.charts import Chart
from annotation.tables.table import Column, Row, Value

Figures = Mapping[str, Any]


def charts_by_stratum(figures: Figures, answers: Sequence[str]) -> Iterator[Chart]:
    """Yield the answers as given, and where there are more than two, pooled to yes and no too."""
    pooled = figures["yes_no"]
    if pooled and len(answers) > 2:
        title = "Consensus by similarity, yes or no"
        yield _strata("yes-no", title, pooled["strata"], ("yes", "no"))
    yield _strata("answers", "Consensus by similarity", figures["strata"], answers)


def _strata(key: str, title: str, strata: Sequence[Figures], labels: Sequence[str]) -> Chart:
    """Table 3 of COLING 2014."""
    votes = sorted({row["votes"] for one in strata for row in one["agree"]}, reverse=True)
    columns = [Column(f"consensus {label}", "share") for label in labels]
    columns += [Column("tie", "share"), Column("pairs", "count", "")]
    columns += [Column(f"winner has {number}", "share", "") for number in votes]
    columns += [Column("absolute majority", "share", ""), Column("pairwise agreement", "share", "")]
    columns.append(Column("α", role=""))
    return Chart(
        key=key,
        title=title,
        about="Of the pairs of each stratum of cosine similarity: which answer won, and in the "
        "table how many votes the winner had (COLING 2014, Table 3).",
        kind="bar",
        first="similarity",
        across="",
        up="share of pairs",
        columns=columns,
        rows=[Row(one["name"], _stratum(one, labels, votes)) for one in strata],
        empty="No pair is judged yet.",
    )


def _stratum(one: Figures, labels: Sequence[str], votes: Sequence[int]) -> list[Value]:
    shares = {row["votes"]: row["share"] for row in one["agree"]}
    return [
        *(one["consensus"].get(label, {"share": 0.0})["share"] for label in labels),
        one["ties"]["share"],
        one["pairs"],
        *(shares.get(number, 0.0) for number in votes),
        one["absolute"]["share"],
        one["pairwise_agreement"],
        one["alpha"]["value"],
    ]
