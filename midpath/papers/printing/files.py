"""The results of papers as files in a folder, and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from midpath.console.streams import write_file
from midpath.json_types import Figures
from midpath.papers.outcomes import Outcome, PaperOutcome, count
from midpath.papers.printing.latex import document
from midpath.papers.printing.markdown import PICTURES, file_name, page
from midpath.papers.printing.svg import picture
from midpath.papers.printing.tables import notes_of
from midpath.text.indented_json import indented_json

PAGE, LATEX, JSON = "papers.md", "papers.tex", "papers.json"


def write_files(folder: Path, papers: Sequence[PaperOutcome], *, only_page: bool) -> None:
    """Write the page and its pictures, and, unless `only_page`, LaTeX and JSON."""
    pictures = folder / PICTURES
    pictures.mkdir(parents=True, exist_ok=True)
    for name, drawn in pictures_of(papers):
        write_file(pictures / name, drawn.encode())
    write_file(folder / PAGE, page(papers).encode())
    if not only_page:
        write_file(folder / LATEX, document(papers).encode())
        write_file(folder / JSON, f"{indented_json(as_json(papers))}\n".encode())


def pictures_of(papers: Sequence[PaperOutcome]) -> Iterator[tuple[str, str]]:
    """Yield the file name and the content of each picture."""
    for each in papers:
        for outcome in each.outcomes:
            yield from ((file_name(chart), picture(chart)) for chart in outcome.charts)


def as_json(papers: Sequence[PaperOutcome]) -> Figures:
    every = [outcome for each in papers for outcome in each.outcomes]
    return {
        "cells": _counts(every),
        "papers": [
            {
                "paper": each.paper.key,
                "title": each.paper.title,
                "venue": each.paper.venue,
                "cells": _counts(each.outcomes),
                "entries": [_entry(outcome) for outcome in each.outcomes],
            }
            for each in papers
        ],
    }


def _counts(outcomes: Sequence[Outcome]) -> Figures:
    found = count(outcomes)
    return {"printed": found.printed, **asdict(found)}


def _entry(outcome: Outcome) -> Figures:
    entry = outcome.entry
    statuses: dict[str, dict[str, str]] = {}
    for label, column, status in outcome.statuses():
        statuses.setdefault(label, {})[entry.columns[column]] = status
    return {
        "entry": entry.key,
        "place": entry.place,
        "title": entry.title,
        "columns": list(entry.columns),
        "printed": dict(entry.rows),
        "statuses": statuses,
        "lines": [asdict(line) for line in outcome.lines],
        "figures": [asdict(chart) for chart in outcome.charts],
        "notes": notes_of(outcome),
    }
