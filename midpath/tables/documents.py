"""Tables of documents."""

from collections.abc import Iterator, Sequence

from midpath.exchange.segments import FEWEST_WORDS, Counted, in_all
from midpath.tables.table import Column, Row, Table, Value


def corpus_table(rows: Sequence[Counted]) -> Table:
    """Return COLING 2014, Table 2: averages of each category's documents, and of all of them."""
    named = [(row["category"] or "no category", row) for row in rows]
    if len(rows) > 1:
        named.append(("all documents", in_all(rows)))
    short = f"under {FEWEST_WORDS} words"
    return Table(
        key="corpus",
        title="Documents by category",
        about="Sections and paragraphs are averages per document; lengths are in words (COLING "
        "2014, Table 2). Short ones have fewer than ten words: they are kept here, but left "
        "out when pairs are drawn.",
        first="category",
        columns=[
            Column("documents", "count"),
            Column("sections", decimals=1),
            Column("words of a section", decimals=1),
            Column("paragraphs", decimals=1),
            Column("words of a paragraph", decimals=1),
            Column(f"sections {short}", "count"),
            Column(f"paragraphs {short}", "count"),
        ],
        rows=[Row(name, list(_averages(counted))) for name, counted in named],
    )


def _averages(counted: Counted) -> Iterator[Value]:
    documents, sections, paragraphs = (
        counted["documents"],
        counted["sections"],
        counted["paragraphs"],
    )
    yield documents
    yield sections / documents
    yield counted["words"] / max(1, sections)
    yield paragraphs / documents
    yield counted["words"] / max(1, paragraphs)
    yield counted["short_sections"]
    yield counted["short_paragraphs"]
