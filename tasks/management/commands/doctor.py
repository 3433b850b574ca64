"""`manage.py doctor`: what is wrong with this instance, and what to do."""

from collections.abc import Sequence

import orjson
from django.core.management.base import CommandError, CommandParser

from annotation.management.base import MidpathCommand
from annotation.services.monitoring.checks import Result, is_ready, run_checks
from annotation.services.monitoring.core_checks import all_checks
from annotation.services.monitoring.setup_checks import SETUP_CHECKS


class Command(MidpathCommand):
    help = (
        "Check the settings, the database, the background work, mail, disks and clocks of this "
        "instance. For each problem, say what is wrong and what to do; the exit status is then 1. "
        "Run it where a web server or a Celery worker runs, with the same settings."
    )
    examples = """
  manage.py doctor
  manage.py doctor --json
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the checks as JSON")

    def handle(self, *, json: bool, **options: object) -> None:
        results = run_checks([*all_checks(), *SETUP_CHECKS])
        problems = sum(result.finding is not None for result in results)
        if json:
            listed = [result.as_json() for result in results]
            report = {"ready": is_ready(results), "problems": problems, "checks": listed}
            self.stdout.write(orjson.dumps(report, option=orjson.OPT_INDENT_2).decode())
        else:
            self._write(results)
        if problems:
            found = (
                "1 check found a problem" if problems == 1 else f"{problems} checks found problems"
            )
            raise CommandError(f"{found}.")

    def _write(self, results: Sequence[Result]) -> None:
        for result in results:
            self.stdout.write(f"{result.status:<8} {result.name}")
            if result.finding is not None:
                self.stdout.write(f"         {result.finding.problem}")
                self.stdout.write(f"         → {result.finding.action}")
