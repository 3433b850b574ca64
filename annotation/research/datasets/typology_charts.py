"""A typology's stored results as lists of words, a chart and tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.models import Typology
from annotation.numbers import signed
from annotation.research.common.charts import Chart
from annotation.research.datasets.typology_published import TABLE
from annotation.tables.table import Column, Row

Results = Mapping[str, Any]

SHOWN = 50
THIS = "this corpus"
NAMES = {
    "TCE": "either side, TCE",
    "LCE": "left, LCE",
    "RCE": "right, RCE",
    "TCC": "either side, TCC",
    "LCC": "left, LCC",
    "RCC": "right, RCC",
}


@dataclass(frozen=True)
class Ranked:
    """The words of one rank in each of the three lists, with their values."""

    rank: int
    words: Sequence[tuple[str, str]]


def ranked_of(asked: Typology) -> tuple[list[str], list[Ranked]]:
    """The names of the three lists, and their first words side by side."""
    lists = _lists(asked.results)
    rows = [
        Ranked(rank, [(word, _value(name, value)) for name, (word, value, _) in shown])
        for rank, shown in enumerate(_abreast(lists), 1)
        if rank <= SHOWN
    ]
    return [NAMES[name] for name in lists], rows


def proposed_of(asked: Typology) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the proposed words for each possible side: one if decided, none of too few words."""
    proposed = asked.results["proposed"]
    if asked.results["decision"] == "undefined":
        return []
    if proposed["side"]:
        return [(proposed["side"], proposed["words"])]
    return [(side, words) for side, words in proposed["either"].items() if words]


def words_of_side(asked: Typology, side: str) -> list[str]:
    """Return the words proposed for a side, the likeliest first.

    If there are none for that side, they are those of the first side that has any.
    """
    proposed = dict(proposed_of(asked)) if asked.results else {}
    rows = proposed.get(side) or next(iter(proposed.values()), [])
    return [row["word"] for row in rows]


def charts_of(asked: Typology) -> list[Chart]:
    return [_languages(asked.results)]


def tables_of(asked: Typology) -> list[Chart]:
    """Return the tables that are downloaded as CSV and shown in other forms."""
    return [_ranked_table(asked.results), _proposed_table(asked)]


def _languages(found: Results) -> Chart:
    return Chart(
        key="languages",
        title="Beside the languages of the paper",
        about="To the right of zero a language came out prepositional, to the left postpositional. "
        "The shape says what it is: Estonian, Finnish, Hungarian and Lithuanian came out wrong. "
        "COLING 2014, Table 3: 300,000 sentences each, lists of 200 words by entropy.",
        kind="points",
        first="language",
        across="ρ(TL) − ρ(TR)",
        up="ρ(TL)",
        columns=[
            Column("code", "text", "mark"),
            Column("family", "text", ""),
            Column("ρ(TL)", role="y"),
            Column("ρ(TR)", role=""),
            Column("ρ(TL) − ρ(TR)", role="x"),
            Column("came out", "text", ""),
            Column("is", "text", ""),
        ],
        rows=list(_language_rows(found)),
        empty="",
    )


def _language_rows(found: Results) -> Iterator[Row]:
    if found["difference"] is not None:
        values = ["this", "", found["rho_left"], found["rho_right"], found["difference"]]
        yield Row(THIS, [*values, found["decision"], ""], THIS)
    for one in TABLE:
        values = [one.code, one.family, one.rho_left, one.rho_right, one.difference]
        yield Row(one.language, [*values, one.predicted, one.true], f"{one.true} languages")
    for number, (left, right) in enumerate(found["samples"]["each"], 1):
        if left is not None and right is not None:
            values = ["", "", left, right, left - right, "", ""]
            yield Row(f"sample {number}", values, "its samples")


def _ranked_table(found: Results) -> Chart:
    lists = _lists(found)
    columns = [
        column
        for name in lists
        for column in (
            Column(f"word by {name}", "text", ""),
            Column(name, "number", ""),
            Column(f"times ({name})", "count", ""),
        )
    ]
    rows = [
        Row(str(rank), [value for _, cells in shown for value in cells])
        for rank, shown in enumerate(_abreast(lists), 1)
    ]
    return _table("words", "rank", columns, rows)


def _proposed_table(asked: Typology) -> Chart:
    columns = [
        Column("side", "text", ""),
        Column("times", "count", ""),
        *(Column(name, "number", "") for name in ("LCE", "RCE", "score")),
    ]
    rows = [
        Row(
            row["word"],
            [side, row["frequency"], row["lce"], row["rce"], row["score"]],
        )
        for side, words in proposed_of(asked)
        for row in words
    ]
    return _table("adpositions", "word", columns, rows)


def _table(key: str, first: str, columns: Sequence[Column], rows: Sequence[Row]) -> Chart:
    return Chart(
        key=key,
        title="",
        about="",
        kind="points",
        first=first,
        across="",
        up="",
        columns=columns,
        rows=rows,
        empty="",
    )


def _lists(found: Results) -> dict[str, Any]:
    """Return the lists by name, in order."""
    return {name: found["ranked"][name] for name in found["lists"]}


def _abreast(lists: Mapping[str, Any]) -> Iterator[list[tuple[str, Any]]]:
    """Yield for each rank the name of each list with its word there."""
    for words in zip(*lists.values(), strict=True):
        yield list(zip(lists, words, strict=True))


def _value(name: str, value: float) -> str:
    return f"{value:,.0f}" if name.endswith("C") else signed(value)
