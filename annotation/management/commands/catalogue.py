"""`manage.py catalogue`: what PostgreSQL knows about the current schema, to compare databases."""

from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.db import connection

from annotation.management.base import MidpathCommand
from annotation.management.catalogue import catalogue_of, hash_of, text_of
from midpath.text.formatting import counted

DIFFERS = 3


class Command(MidpathCommand):
    help = (
        "Print the tables, columns, constraints, indexes, sequences, triggers, functions and "
        "extensions of the database, sorted, or the SHA-256 of this text. Databases that behave "
        "alike have the same text, regardless of the order of their columns. With --compare, "
        f"print the lines that differ between two such texts, and exit with {DIFFERS} if any do."
    )
    examples = """
  manage.py catalogue > before.txt
  manage.py catalogue --hash
  manage.py catalogue --compare before.txt after.txt
"""

    def add_arguments(self, parser: CommandParser) -> None:
        only = parser.add_mutually_exclusive_group()
        only.add_argument("--hash", action="store_true", help="print only the SHA-256")
        only.add_argument(
            "--compare", nargs=2, type=Path, metavar="FILE", help="compare two stored texts"
        )

    def handle(self, *, compare: Sequence[Path] | None, **options: object) -> None:
        if compare:
            self._compare(*compare)
            return
        facts = catalogue_of(connection)
        self.stdout.write(hash_of(facts) if options["hash"] else text_of(facts))

    def _compare(self, first: Path, second: Path) -> None:
        different = [
            line
            for line in unified_diff(_lines_of(first), _lines_of(second), n=0, lineterm="")
            if not line.startswith(("---", "+++", "@@"))
        ]
        for line in different:
            self.stdout.write(line)
        if different:
            raise CommandError(
                f"{first} and {second} differ in {counted(len(different), 'line')}.",
                returncode=DIFFERS,
            )
        self.stdout.write("Equal.")


def _lines_of(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read: {error}.") from error
