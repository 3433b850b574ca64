"""Tables of judged pairs: COLING 2014, Table 3."""

from collections.abc import Iterator, Sequence

from midpath.tables.figures.pair_figures import PairFigures, Share, Stratum
from midpath.tables.table import Column, Row, Table, Value
from midpath.text.formatting import counted

STRATA_DEFINITIONS = tuple(
    {
        "Winner has n votes": "The share of the stratum’s pairs whose most frequent answer was "
        "given n times. A tie has no winner.",
        "Consensus": "The share of pairs on which that answer has most votes. With more than two "
        "answers, those that count as yes are combined in a separate table.",
        "Absolute majority": "The share of pairs whose winner has more than half of the votes.",
        "Pairwise agreement": "Of all pairs of votes on a pair of texts, the share that agree; "
        "the mean over pairs with at least two votes.",
        "α": "Nominal α of the stratum’s pairs. Within a stratum answers vary less, so it is "
        "lower.",
    }.items()
)


def strata_tables(figures: PairFigures, answers: Sequence[str]) -> list[Table]:
    """Return COLING 2014, Table 3, for the original answers.

    If there are more than two answers, a second table pools them into yes and no.
    """
    strata = figures.get("strata", ()) if figures.get("pairs") else ()
    by_similarity = ", by similarity" if len(strata) > 1 else ""
    tables = [_strata("answers", f"Answers as given{by_similarity}", strata, answers)]
    pooled = figures.get("yes_no") if strata else None
    if pooled and len(answers) > 2:
        title = f"Answers as yes or no{by_similarity}"
        tables.append(_strata("yes-no", title, pooled["strata"], ("yes", "no")))
    return tables


def _strata(key: str, title: str, strata: Sequence[Stratum], labels: Sequence[str]) -> Table:
    votes = sorted({row["votes"] for one in strata for row in one["agree"]}, reverse=True)
    return Table(
        key=key,
        title=title,
        first="similarity",
        columns=list(_strata_columns(labels, votes)),
        rows=[Row(one["name"], list(_stratum(one, labels, votes))) for one in strata],
        empty="No judgments yet.",
        turned=True,
        definitions=STRATA_DEFINITIONS,
    )


def _strata_columns(labels: Sequence[str], votes: Sequence[int]) -> Iterator[Column]:
    """Yield the columns; only the consensus is charted."""
    yield Column("pairs", "count", "", "votes")
    for number in votes:
        head = f"winner has {counted(number, 'vote')}"
        yield Column(f"winner has {number}", "share", "", "votes", head)
    for label in labels:
        yield Column(f"consensus {label}", "share", "series", "consensus", f"consensus: {label}")
    yield Column("tie", "share", "series", "consensus")
    yield Column("absolute majority", "share", "", "agreement")
    yield Column("pairwise agreement", "share", "", "agreement")
    yield Column("α", "number", "", "agreement")


def _stratum(one: Stratum, labels: Sequence[str], votes: Sequence[int]) -> Iterator[Value]:
    shares = {row["votes"]: row["share"] for row in one["agree"]}
    yield one["pairs"]
    yield from (shares.get(number, 0.0) for number in votes)
    nobody: Share = {"share": 0.0}
    yield from (one["consensus"].get(label, nobody)["share"] for label in labels)
    yield one["ties"]["share"]
    yield one["absolute"]["share"]
    yield one["pairwise_agreement"]
    yield one["alpha"]["value"]
