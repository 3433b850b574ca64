"""Tables of evidence: documents, categories, and systems that answer questions."""

from collections.abc import Iterator, Sequence

from midpath.tables.figures.evidence_figures import Categories, DocumentsAlpha, System
from midpath.tables.table import Column, Row, Table, Value, figure

MEANINGS = {
    "human": "each worker against the others",
    "no answer": "gives no answer to every question",
    "word count 2": "the two sentences with most of the question’s words",
    "word count 3": "the three sentences with most of them",
    "word count 5": "the five sentences with most of them",
}
NOTHING = "No judgments yet."


def systems_table(systems: Sequence[System], decimals: int | None = None) -> Table:
    """Return the scores of people and systems, with the intervals of F1 if there are any."""
    known = [one["interval"] for one in systems if "interval" in one]
    scores = [Column(name, decimals=decimals) for name in ("precision", "recall", "F1")]
    band = f"{known[0]['level']:.0%} interval of F1" if known else ""
    ends = [
        Column(f"{band}, {end}", group=band, head=end, decimals=decimals) for end in ("from", "to")
    ]
    return Table(
        key="systems",
        title="Workers and baselines",
        first="who answers",
        columns=[
            *scores,
            *(ends if known else []),
            Column("answerable", "share"),
            Column("questions", "count"),
            Column("left out", "count"),
        ],
        rows=[
            Row(
                one["system"],
                list(_system(one, intervals=bool(known))),
                about=MEANINGS.get(one["system"], ""),
            )
            for one in systems
        ],
    )


def _system(one: System, *, intervals: bool) -> Iterator[Value]:
    reason = one.get("reason", "")
    yield from (figure(score, reason) for score in (one["precision"], one["recall"], one["f1"]))
    if "interval" in one:
        why = "" if reason else one["interval"].get("reason", "")
        yield from (figure(end, why) for end in (one["interval"]["low"], one["interval"]["high"]))
    elif intervals:
        yield from (None, None)
    yield one["answerability"]["value"]
    yield one["questions"]
    yield one["left_out"]


def documents_table(
    alpha: DocumentsAlpha, most: int | None = None, decimals: int | None = None
) -> Table:
    """Return α of the sentences of all documents together, and of each document, by name.

    most : the number of documents that are listed; all by default
    """
    found = alpha.get("per_document", {})
    named = [("pooled", alpha["pooled"])] if found else []
    named += [(name, found[name]) for name in sorted(found)[:most]]
    return Table(
        key="documents",
        title="α by document",
        first="document",
        columns=[Column("α", decimals=decimals), Column("sentences judged", "count")],
        rows=[
            Row(name, [figure(one["value"], one.get("reason", "")), one["units"]])
            for name, one in named
        ],
        empty=NOTHING,
    )


def categories_table(categories: Categories) -> Table:
    """Return the number of questions of each category by consensus, the most frequent first."""
    consensus = categories.get("consensus", {})
    rows = [
        Row(name, [consensus[name]])
        for name in sorted(consensus, key=lambda name: (-consensus[name], name))
    ]
    if none := categories.get("no_agreement", 0):
        rows.append(Row("no agreement", [none]))
    return Table(
        key="categories",
        title="Categories by consensus",
        first="category",
        columns=[Column("questions", "count")],
        rows=rows,
        empty=categories.get("reason", "No judgments yet."),
    )
