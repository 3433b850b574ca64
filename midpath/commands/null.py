"""`midpath null`: the null distributions of d, d1 and d2."""

import argparse
from argparse import ArgumentParser
from pathlib import Path

from midpath.console.command import Command
from midpath.console.errors import CommandError
from midpath.console.streams import require_place, write_file
from midpath.tables.comma_separated import csv_of
from midpath.tables.null_distributions import (
    MAX_WORDS,
    MIN_WORDS,
    POWERS,
    Kind,
    NullDistribution,
)
from midpath.tables.terminal import printed
from midpath.text.indented_json import indented_json


class Null(Command):
    help = (
        "Print how far apart two random segmentations of a text are: the number of pairs at each "
        "distance, with which S compares the crowd (ACL 2013, section 4.3). The distances are d "
        "of flat segmentations, and d1 and d2 of trees. Flat ones are exact at any length, binary "
        "trees up to 15 words and others up to 12; longer ones are sampled with a fixed seed."
    )
    examples = """
  midpath null flat 6
  midpath null nested 8 --distance d2
  midpath null nary 7 --csv > null.csv
  midpath null nested 12 --json --out null.json
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        parser.add_argument(
            "kind",
            choices=POWERS,
            help="flat segmentations, nested ones (binary trees), or n-ary trees",
        )
        parser.add_argument(
            "words",
            type=_words,
            metavar="WORDS",
            help=f"the number of words of the text, {MIN_WORDS} to {MAX_WORDS}",
        )
        parser.add_argument(
            "--distance",
            choices=["d", "d1", "d2"],
            help="the distance (default: d of flat segmentations, d1 of trees)",
        )
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--csv", action="store_true", help="print CSV, with all digits")
        form.add_argument(
            "--json", action="store_true", help="print one JSON object, with exact fractions"
        )
        parser.add_argument("--out", type=Path, metavar="FILE", help="write a file instead")

    def handle(
        self,
        *,
        kind: Kind,
        words: int,
        distance: str | None,
        csv: bool,
        json: bool,
        out: Path | None,
        **_: object,
    ) -> None:
        if distance and distance not in POWERS[kind]:
            raise CommandError(
                f"There is no {distance} of {kind} segmentations. Use "
                f"--distance {' or '.join(POWERS[kind])}."
            )
        if out:
            require_place(out)
        found = NullDistribution(kind, words, distance or next(iter(POWERS[kind])))
        if csv:
            text = csv_of(found.table())
        elif json:
            text = indented_json({**found.to_json()})
        else:
            text = printed([found.table(), "", *found.readings()], self.stdout)
        if out:
            write_file(out, (text.rstrip("\n") + "\n").encode())
        else:
            self.stdout.write(text)


def _words(value: str) -> int:
    try:
        words = int(value)
    except ValueError:
        words = 0
    if not MIN_WORDS <= words <= MAX_WORDS:
        raise argparse.ArgumentTypeError(
            f"{value!r} is not a number of words from {MIN_WORDS} to {MAX_WORDS}"
        )
    return words


command = Null
