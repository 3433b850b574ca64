"""`manage.py dead_letters`: list tasks that failed; send their messages again, or discard them."""

import orjson
from django.core.management.base import CommandError, CommandParser
from django.db.models import QuerySet

from annotation.management.base import MidpathCommand
from annotation.models import DeadLetter
from annotation.services.monitoring.dead_letters import (
    chosen_letters,
    discard_letters,
    replay_letters,
)

COLUMNS = (
    *("id", "task", "args", "times", "first_at", "last_at"),
    *("error", "message", "traceback", "request_id"),
)


class Command(MidpathCommand):
    help = (
        "List the tasks of Celery that failed and did not succeed since, the latest first. Once "
        "the cause is gone, send their messages again; each leaves the list when it succeeds. Or "
        "discard them."
    )
    examples = """
  manage.py dead_letters
  manage.py dead_letters --json
  manage.py dead_letters --replay 7
  manage.py dead_letters --discard all
"""

    def add_arguments(self, parser: CommandParser) -> None:
        action = parser.add_mutually_exclusive_group()
        action.add_argument(
            "--replay", metavar="ID|all", help="send the message with this number, or all, again"
        )
        action.add_argument(
            "--discard", metavar="ID|all", help="discard the one with this number, or all"
        )
        action.add_argument("--json", action="store_true", help="print the list as JSON")

    def handle(
        self, *, replay: str | None, discard: str | None, json: bool, **options: object
    ) -> None:
        if replay is not None:
            self._replay(chosen_letters(replay))
        elif discard is not None:
            self.stdout.write(f"{discard_letters(chosen_letters(discard))} discarded")
        elif json:
            rows = list(DeadLetter.objects.order_by("-last_at", "-pk").values(*COLUMNS))
            self.stdout.write(orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode())
        else:
            self._list()

    def _replay(self, letters: QuerySet[DeadLetter]) -> None:
        wanted = letters.count()
        sent = replay_letters(letters)
        self.stdout.write(f"{sent} sent again; each leaves the list when it succeeds")
        if sent < wanted:
            raise CommandError(f"{wanted - sent} not sent: Redis cannot be reached.")

    def _list(self) -> None:
        letters = list(DeadLetter.objects.order_by("-last_at", "-pk"))
        for one in letters:
            call = f"{one.task}({', '.join(map(repr, one.args))})"
            self.stdout.write(
                f"{one.pk}  {call}  failed {one.times} {'time' if one.times == 1 else 'times'}, "
                f"{one.first_at:%Y-%m-%d %H:%M} to {one.last_at:%Y-%m-%d %H:%M} UTC"
            )
            self.stdout.write(f"    {one.error}: {one.message}")
            if one.request_id:
                self.stdout.write(f"    request {one.request_id}")
            for line in one.traceback.splitlines():
                self.stdout.write(f"    {line}")
        if not letters:
            self.stdout.write("No task failed without succeeding later.")
