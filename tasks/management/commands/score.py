"""`manage.py score`: compute agreement from files of judgments, without database or service."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from analysis.scoring.options import add_score_arguments, plan_of, sensible
from analysis.scoring.scorers import SCORERS
from analysis.scoring.scorers.base import Options, Scored
from annotation.exchange.files import STANDARD
from annotation.management.base import MidpathCommand
from annotation.management.streams import no_collection
from annotation.tables.terminal import printed


class Command(MidpathCommand):
    help = (
        f"Compute the agreement {'; or '.join(scorer.purpose for scorer in SCORERS)}. Needs no "
        "database. Annotations that cannot be read are left out and counted by reason, with one "
        "example of each; --json lists all of them. To compare one set with another, such as a "
        "crowd with gold, use manage.py compare."
    )
    examples = (
        "".join(f"  {scorer.examples.strip()}\n" for scorer in SCORERS)
        + "".join(f"\n{scorer.form.strip()}\n" for scorer in SCORERS if scorer.form).rstrip()
        + " A file called - is standard input.\n"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_score_arguments(parser)

    def handle(self, **options: Any) -> None:
        scorer, told = sensible(options)
        with no_collection():
            self._print(scorer.score(told, plan_of(told), self.stderr), told)

    def _print(self, scored: Scored, options: Options) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(scored.result, indent=2, ensure_ascii=False))
        elif str(options["items"]) == STANDARD:
            self.stderr.write(printed(scored.lines, self.stderr), style_func=str)
        else:
            self.stdout.write(printed(scored.lines, self.stdout))
        if scored.fault:
            raise CommandError(scored.fault)
