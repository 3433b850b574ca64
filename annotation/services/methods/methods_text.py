"""Write the methods of a campaign as text, as Markdown and as LaTeX."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.models import Campaign
from annotation.services.methods.datasheet import Entry, datasheet_of
from annotation.services.methods.facts import Facts, facts_of
from annotation.services.methods.papers import PAPERS, bibliography
from annotation.services.methods.sentences import Sentence, sentences_of
from midpath.tables.table import Column, Row, Table
from midpath.text.formatting import UNDEFINED

SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "α": r"$\alpha$",
    "κ": r"$\kappa$",
    "−": "$-$",
    "×": r"$\times$",
    "…": r"\dots{}",
    "“": "``",
    "”": "''",
    "’": "'",
    "–": "--",
}
# Characters with a meaning in Markdown.
MARKS = str.maketrans({char: f"\\{char}" for char in r"\`*_[]<>|#"})
AFTER = "gebru-2021"
BASIS = "The questions are after Datasheets for Datasets."
MARKED = "Questions that only you can answer are marked."
DATASHEET = f"{BASIS[:-1]} ({PAPERS[AFTER].named}). {MARKED}"


@dataclass(frozen=True)
class Methods:
    """The methods section of a campaign. `files` are the downloadable forms, by name."""

    facts: Facts
    sentences: Sequence[Sentence]
    figures: Table
    datasheet: Sequence[Entry]

    @property
    def text(self) -> str:
        texts = (_with_papers(text, new) for text, new in _first_cited(self.sentences))
        return " ".join(texts) + "\n"

    @property
    def plain(self) -> str:
        """Return the paragraph, the table of agreement and the datasheet as plain text."""
        sheet = "\n\n".join(f"{one.question}\n{one.answer}" for one in self.datasheet)
        return (
            f"{self.text}\nAgreement\n\n{_aligned(self._grid(str))}\n"
            f"Datasheet\n\n{DATASHEET}\n\n{sheet}\n"
        )

    @property
    def cites(self) -> list[str]:
        """Return the keys of the papers cited by the paragraph and by the datasheet."""
        return sorted({AFTER, *(key for sentence in self.sentences for key in sentence.cites)})

    @property
    def bibtex(self) -> str:
        return bibliography(self.cites)

    @property
    def markdown(self) -> str:
        sheet = [["Question", "Answer"]]
        sheet += [[_marked(one.question), _marked(one.answer)] for one in self.datasheet]
        return (
            f"## Methods\n\n{_marked(self.text)}\n## Agreement\n\n"
            f"{_pipes(self._grid(_marked), '---:')}\n"
            f"## Datasheet\n\n{DATASHEET}\n\n{_pipes(sheet, '---')}"
        )

    @property
    def latex(self) -> str:
        paragraph = " ".join(_cited(text, new) for text, new in _first_cited(self.sentences))
        heads, *rows = (" & ".join(row) for row in self._grid(latex_of))
        lines = " \\\\\n    ".join(rows)
        sheet = "\n".join(
            f"  \\item[{latex_of(one.question)}] {latex_of(one.answer)}" for one in self.datasheet
        )
        return (
            "% Needs \\usepackage{booktabs}; the keys are those of references.bib.\n"
            f"{paragraph}\n\n"
            "\\begin{table}\n  \\centering\n  \\begin{tabular}{lrr}\n    \\toprule\n"
            f"    {heads} \\\\\n    \\midrule\n    {lines} \\\\\n    \\bottomrule\n"
            "  \\end{tabular}\n"
            f"  \\caption{{{latex_of(self.figures.title)}}}\n\\end{{table}}\n\n"
            f"{_cited(BASIS, [AFTER])} {latex_of(MARKED)}\n"
            f"\\begin{{description}}\n{sheet}\n\\end{{description}}\n"
        )

    @property
    def files(self) -> Mapping[str, str]:
        return {
            "methods.txt": self.plain,
            "methods.md": self.markdown,
            "methods.tex": self.latex,
            "references.bib": self.bibtex,
        }

    def _grid(self, write: Callable[[str], str]) -> list[list[str]]:
        """Return the table of figures as rows of cells, the headings first."""
        table = self.figures
        lines = [[table.first, *(column.name for column in table.columns)]]
        for row in table.rows:
            cells = zip(table.columns, row.values, strict=True)
            lines.append([row.label, *(column.shown(value) for column, value in cells)])
        return [[write(cell) for cell in line] for line in lines]


def methods_of(campaign: Campaign) -> Methods:
    facts = facts_of(campaign)
    return Methods(facts, sentences_of(facts), _figures(facts), datasheet_of(facts))


def latex_of(text: str) -> str:
    r"""Escape a text for LaTeX.

    >>> latex_of("50 % of α_1 − “a & b”")
    "50 \\% of $\\alpha$\\_1 $-$ ``a \\& b''"
    """
    return "".join(SPECIAL.get(each, each) for each in text)


def _figures(facts: Facts) -> Table:
    rows = []
    for reported in facts.figures:
        value = UNDEFINED if reported.value is None else reported.figure.shown(reported.value)
        between = UNDEFINED
        if reported.has_interval:
            low, high = (reported.figure.shown(reported.interval[end]) for end in ("low", "high"))
            between = f"{low} to {high}"
        rows.append(Row(reported.figure.label, [value, between]))
    levels = {
        f"{reported.interval['level']:.0%}" for reported in facts.figures if reported.has_interval
    }
    level = f"{' '.join(sorted(levels))} interval" if levels else "interval"
    return Table(
        key="figures",
        title=f"Agreement in “{facts.campaign.name}”, version {facts.version:,}.",
        first="figure",
        columns=[Column("value", "money"), Column(level, "money")],
        rows=rows,
    )


def _first_cited(sentences: Sequence[Sentence]) -> Iterator[tuple[str, list[str]]]:
    """Yield each sentence with the papers that no earlier sentence has cited."""
    seen: set[str] = set()
    for sentence in sentences:
        yield sentence.text, [key for key in sentence.cites if key not in seen]
        seen.update(sentence.cites)


def _with_papers(text: str, keys: Sequence[str]) -> str:
    """Return the sentence with its papers, in the brackets at its end if there are some."""
    named = "; ".join(PAPERS[key].named for key in keys)
    if not named:
        return text
    return f"{text[:-2]}; {named})." if text.endswith(").") else f"{text[:-1]} ({named})."


def _cited(text: str, keys: Sequence[str]) -> str:
    written = latex_of(text)
    return f"{written[:-1]}~\\cite{{{','.join(keys)}}}{written[-1]}" if keys else written


def _marked(text: str) -> str:
    return text.translate(MARKS)


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return a table as plain text, with numbers right-aligned."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = (cell.rjust(room) for cell, room in zip(others, wide[1:], strict=True))
        lines.append("  ".join([first.ljust(wide[0]), *cells]))
    return "".join(f"{line}\n" for line in lines)


def _pipes(rows: Sequence[Sequence[str]], others: str) -> str:
    """Return a table in Markdown; `others` is the alignment of all columns but the first."""
    heads, *lines = rows
    rule = ["---", *[others] * (len(heads) - 1)]
    return "".join(f"| {' | '.join(row)} |\n" for row in (heads, rule, *lines))
