"""A command that computes figures of files, one kind of file at a time."""

import json
from collections.abc import Sequence
from typing import ClassVar

from django.core.management.base import CommandError, CommandParser

from analysis.scoring.options import add_score_arguments, plan_of, sensible
from analysis.scoring.scorers.base import Options, Scored, Scorer
from annotation.exchange.files import STANDARD
from annotation.management.base import MidpathCommand
from annotation.management.streams import no_collection
from annotation.tables.terminal import printed


class FilesCommand(MidpathCommand):
    """A command whose `scorers` define the files it reads, their options and their figures."""

    scorers: ClassVar[Sequence[Scorer]]

    def add_arguments(self, parser: CommandParser) -> None:
        add_score_arguments(parser, self.scorers)

    def handle(self, **options: object) -> None:
        scorer, checked = sensible(options, self.scorers)
        with no_collection():
            self._print(scorer.score(checked, plan_of(checked, self.stderr), self.stderr), checked)

    def _print(self, scored: Scored, options: Options) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(scored.result, indent=2, ensure_ascii=False))
        elif str(options["items"]) == STANDARD:
            self.stderr.write(printed(scored.lines, self.stderr), style_func=str)
        else:
            self.stdout.write(printed(scored.lines, self.stdout))
        if scored.fault:
            raise CommandError(scored.fault)


def examples_of(scorers: Sequence[Scorer]) -> str:
    """Return the examples of all kinds of files, and the content of each."""
    examples = "".join(f"  {scorer.examples.strip()}\n" for scorer in scorers)
    forms = "".join(f"\n{scorer.form.strip()}\n" for scorer in scorers if scorer.form)
    return f"{examples}{forms.rstrip()} A file called - is standard input.\n"
