"""`midpath lengths`: the numbers of words of the texts in several files, side by side."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from midpath.commands.sample import lengths_in
from midpath.console.command import Command
from midpath.console.streams import require_one_reader
from midpath.exchange.files import called
from midpath.sampling.tables import lengths_table
from midpath.tables.terminal import printed


class Flags(TypedDict):
    files: list[Path]
    json: bool


class Lengths(Command):
    help = (
        "Print which share of the texts in each file has how many words, files side by side (ACL "
        "2013, Figure 2). Equal texts of a file count once. Needs no database."
    )
    examples = """
  midpath lengths q700.csv s300.csv qrand.csv
  midpath lengths release.json --json
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", type=Path, metavar="FILE", help="a file; - is standard input"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON list")

    def handle(self, **options: Unpack[Flags]) -> None:
        require_one_reader(options, ("files",))
        found = [(called(file), lengths_in(file, self.stderr)) for file in options["files"]]
        if options["json"]:
            rows = [{"file": name, "lengths": sorted(one.items())} for name, one in found]
            self.stdout.write(json.dumps(rows, indent=2, ensure_ascii=False))
            return
        for name, one in found:
            self.stdout.write(f"{name}: {one.total():,} texts", style_func=str)
        self.stdout.write(printed([lengths_table(found).without_title()], self.stdout))


command = Lengths
