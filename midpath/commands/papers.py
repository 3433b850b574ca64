"""`midpath papers`: the tables and figures of six papers, next to the printed values."""

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from midpath.console.command import Command
from midpath.console.errors import CommandError
from midpath.console.progress import ProgressLine
from midpath.papers.catalogue import PAPERS
from midpath.papers.data import Data, usual_folder
from midpath.papers.entries import Paper
from midpath.papers.outcomes import PaperOutcome, count
from midpath.papers.printing.files import as_json, write_files
from midpath.papers.printing.terminal import parts_of
from midpath.papers.running import Runner, usual_cache
from midpath.tables.terminal import printed
from midpath.text.indented_json import indented_json


class Papers(Command):
    help = (
        "Recompute the tables and figures of the six papers that Midpath implements, and print "
        "them next to the printed values: A13 and L13 (segmentation and entailment), P14 and H14 "
        "(pairs and alignment of privacy policies), T14 (adpositions) and PQ (PrivacyQA). Needs "
        "no database. What needs published data reads it from a folder; tables without their data "
        "say so. Results are cached until the data or the code changes."
    )
    examples = """
  midpath papers A13 L13
  midpath papers A13-T4 --data data
  midpath papers --data data --out results
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        parser.add_argument(
            "papers",
            nargs="*",
            metavar="PAPER",
            help=f"of {', '.join(PAPERS)}, or a table or figure such as A13-T4 (default: all)",
        )
        parser.add_argument(
            "--data",
            type=Path,
            metavar="FOLDER",
            help="the folder of published data (default: ../shared/data, if there is one)",
        )
        parser.add_argument(
            "--out",
            type=Path,
            metavar="FOLDER",
            help="also write Markdown, LaTeX, JSON and SVG figures to a folder",
        )
        parser.add_argument(
            "--page", action="store_true", help="with --out: only the page and its figures"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--cache",
            type=Path,
            metavar="FOLDER",
            help="where results are cached (default: in your cache directory)",
        )

    def handle(
        self,
        *,
        papers: list[str],
        data: Path | None,
        out: Path | None,
        page: bool,
        json: bool,
        cache: Path | None,
    ) -> None:
        if data is not None and not data.is_dir():
            raise CommandError(f"There is no folder {data}.")
        if page and out is None:
            raise CommandError("--page goes with --out FOLDER.")
        chosen = chosen_papers(papers)
        folder = data or usual_folder()
        runner = Runner(Data(folder), cache or usual_cache(), ProgressLine(self.stderr))
        found = runner.run(chosen)
        if out is not None:
            _write(out, found, page)
        if json:
            self.stdout.write(indented_json(as_json(found)))
        elif page:
            every = [outcome for each in found for outcome in each.outcomes]
            self.stdout.write(f"{out} has the page. {count(every)}")
        else:
            self.stdout.write(printed(parts_of(found), self.stdout))


def chosen_papers(names: Sequence[str]) -> list[Paper]:
    """Return the papers with these keys, in whole or some of their entries; all without a name."""
    if not names:
        return list(PAPERS.values())
    wanted, papers = {name.upper() for name in names}, list(PAPERS.values())
    known = {*PAPERS, *(entry.key.upper() for paper in papers for entry in paper.entries)}
    if unknown := sorted(wanted - known):
        raise CommandError(
            f"There is no paper or table {unknown[0]!r}. The papers are {', '.join(PAPERS)}; "
            "a table or figure is named like A13-T4."
        )
    parts = (
        (paper, [one for one in paper.entries if {paper.key, one.key.upper()} & wanted])
        for paper in papers
    )
    return [replace(paper, entries=entries) for paper, entries in parts if entries]


def _write(folder: Path, found: Sequence[PaperOutcome], only_page: bool) -> None:
    try:
        write_files(folder, found, only_page=only_page)
    except OSError as error:
        raise CommandError(f"{folder} cannot be written: {error.strerror}.") from error


command = Papers
