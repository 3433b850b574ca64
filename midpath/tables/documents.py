"""Tables of documents."""

from collections.abc import Iterator, Sequence

from midpath.exchange.corpora.document_sizes import Sizes, sizes_in_all, standard_deviation
from midpath.exchange.segments import FEWEST_WORDS, Counted, in_all
from midpath.tables.table import Column, Row, Table, Value, figure

ONE_DOCUMENT = "One document has no standard deviation."


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
        "out when pairs are sampled.",
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


def sizes_table(rows: Sequence[Sizes]) -> Table:
    """Return ACL 2014, Table 2: documents with a link and a date, and means and standard deviations
    of sections and tokens per document."""
    named = [(row["category"] or "no category", row) for row in rows]
    if len(rows) > 1:
        named.append(("all documents", sizes_in_all(rows)))
    return Table(
        key="sizes",
        title="Sizes and origins by category",
        about="A document has a link or a date if its column url (or link) or updated_on (or date) "
        "is filled. Sections and tokens are per document, with standard deviations (ACL 2014, "
        "Table 2).",
        first="category",
        columns=[
            Column("with a link", "count"),
            Column("documents", "count"),
            Column("with a date", "count"),
            Column("sections", group="sections", head="mean", decimals=1),
            Column("sections, standard deviation", group="sections", head="s.d.", decimals=1),
            Column("tokens", group="tokens", head="mean", decimals=0),
            Column("tokens, standard deviation", group="tokens", head="s.d.", decimals=0),
        ],
        rows=[Row(name, list(_sizes(row))) for name, row in named],
    )


def _sizes(row: Sizes) -> Iterator[Value]:
    documents = row["documents"]
    yield row["linked"]
    yield documents
    yield row["dated"]
    for total, squares in (
        (row["sections"], row["squared_sections"]),
        (row["tokens"], row["squared_tokens"]),
    ):
        yield total / documents
        yield figure(standard_deviation(documents, total, squares), ONE_DOCUMENT)


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
