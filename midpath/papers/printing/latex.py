"""The tables of the papers in LaTeX, with booktabs."""

from collections.abc import Iterator, Sequence

from midpath.papers.outcomes import Outcome, PaperOutcome
from midpath.papers.printing.tables import heading_of, table_of

HEAD = r"""% Written by midpath papers. Needs \usepackage{booktabs}, and XeLaTeX or LuaLaTeX.
"""
ESCAPED = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        **{each: f"\\{each}" for each in "&%$#_{}"},
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "|": r"\textbar{}",
        "−": "$-$",
        "±": r"$\pm$",
    }
)


def document(papers: Sequence[PaperOutcome]) -> str:
    """Return the tables of all papers, for \\input."""
    tables = (
        "\n".join(_table(outcome))
        for each in papers
        for outcome in each.outcomes
        if any(outcome.rows())
    )
    return HEAD + "\n\n".join(tables) + "\n"


def _table(outcome: Outcome) -> Iterator[str]:
    table = table_of(outcome)
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\caption{{{_escaped(heading_of(outcome))}}}"
    yield rf"\label{{tab:{outcome.entry.key.lower()}}}"
    yield rf"\begin{{tabular}}{{ll{'r' * (len(table.columns) - 1)}}}"
    yield r"\toprule"
    yield _line([table.first, *(column.heading for column in table.columns)])
    yield r"\midrule"
    yield from (_line([row.label, *map(str, row.values)]) for row in table.rows)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield r"\end{table}"


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(_escaped, cells)).strip() + r" \\"


def _escaped(text: str) -> str:
    r"""Return the text for LaTeX.

    >>> _escaped("70 % of a_b")
    '70 \\% of a\\_b'
    """
    return text.translate(ESCAPED)
