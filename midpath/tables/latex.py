"""Write a table in LaTeX, with booktabs."""

from collections.abc import Iterator, Sequence

from midpath.tables.table import Table

HEAD = "% Written by {}. Needs \\usepackage{{booktabs}}, and XeLaTeX or LuaLaTeX.\n"
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


def latex_of(table: Table) -> str:
    """Return the table for \\input, with its groups of columns."""
    return HEAD.format("Midpath") + "\n".join(lines_of(table)) + "\n"


def lines_of(table: Table, alignment: str = "") -> Iterator[str]:
    """Yield the lines of a table with its title as caption and its key as label.

    alignment : of the columns; by default, numbers are on the right
    """
    usual = "".join("r" if column.is_number else "l" for column in table.columns)
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\caption{{{escaped(table.title)}}}"
    yield rf"\label{{tab:{table.key}}}"
    yield rf"\begin{{tabular}}{{{alignment or f'l{usual}'}}}"
    yield r"\toprule"
    if table.is_banded:
        yield from _groups(table)
    yield _line([table.first, *(column.heading for column in table.columns)])
    yield r"\midrule"
    for row in table.rows:
        cells = zip(table.columns, row.values, strict=True)
        yield _line([row.label, *(column.shown(value) for column, value in cells)])
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield r"\end{table}"


def _groups(table: Table) -> Iterator[str]:
    """Yield the line of the groups, and the rules below them."""
    cells, rules, place = [""], [], 2
    for band in table.bands:
        last = place + len(band.headings) - 1
        if band.words:
            cells.append(rf"\multicolumn{{{len(band.headings)}}}{{c}}{{{escaped(band.words)}}}")
            rules.append(rf"\cmidrule(lr){{{place}-{last}}}")
        else:
            cells += [""] * len(band.headings)
        place = last + 1
    yield " & ".join(cells) + r" \\"
    yield " ".join(rules)


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(escaped, cells)).strip() + r" \\"


def escaped(text: str) -> str:
    r"""Return the text for LaTeX.

    >>> escaped("70 % of a_b")
    '70 \\% of a\\_b'
    """
    return text.translate(ESCAPED)
