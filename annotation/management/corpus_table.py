"""Print the size of a dataset of documents on a terminal."""

from collections.abc import Iterator, Sequence

from annotation.exchange.segments import FEWEST_WORDS, Counted, in_all


def corpus_table(rows: Sequence[Counted]) -> Iterator[str]:
    """Yield the lines of COLING 2014, Table 2: averages of each category's documents, all segments
    counted."""
    if not rows:
        return
    yield "Documents by category (averages for each document; lengths in words)"
    width = max(8, *(len(row["category"] or "none") for row in rows))
    yield (
        f"  {'category':<{width}}  documents   sections  length  paragraphs  length"
        f"   under {FEWEST_WORDS} words"
    )
    for row in rows:
        yield _corpus_line(row["category"] or "none", row, width)
    if len(rows) > 1:
        yield _corpus_line("all", in_all(rows), width)


def _corpus_line(name: str, row: Counted, width: int) -> str:
    documents, sections, paragraphs = row["documents"], row["sections"], row["paragraphs"]
    return (
        f"  {name:<{width}}  {documents:>9,}  {sections / documents:>9.1f}"
        f"  {row['words'] / max(1, sections):>6.1f}  {paragraphs / documents:>10.1f}"
        f"  {row['words'] / max(1, paragraphs):>6.1f}   {row['short_sections']:,} sections, "
        f"{row['short_paragraphs']:,} paragraphs"
    )
