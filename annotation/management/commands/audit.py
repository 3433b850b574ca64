"""`manage.py audit`: print the audit of accounts, or of one researcher's actions."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import TypedDict

from django.core.management.base import CommandParser
from django.db.models import Q
from django.db.models.functions import Now

from annotation.management.base import MidpathCommand
from annotation.models import AuditEvent, User
from annotation.services.accounts.accounts import account_named


class Command(MidpathCommand):
    help = (
        "Print the audit log of accounts, oldest first: created and disabled accounts, new "
        "passwords, successful and failed sign-ins. With an account's name, everything its "
        "researcher did and everything done to it. The audit log of a project is on its page."
    )
    examples = """
  manage.py audit
  manage.py audit ada --days 7
  manage.py audit --json
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="?", help="only this account")
        parser.add_argument("--days", type=int, default=30, help="for this many days (default: 30)")
        parser.add_argument("--json", action="store_true", help="print one JSON object per line")

    def handle(self, *, username: str | None, days: int, **options: object) -> None:
        of_accounts = Q(verb__startswith="account.")
        if username is not None:
            user = account_named(username)
            of_accounts = Q(user=user) | of_accounts & Q(object_id=user.pk)
        since = Now() - timedelta(days=days)
        events = AuditEvent.objects.filter(of_accounts, at__gt=since).select_related("user")
        names = dict(User.objects.values_list("pk", "username"))
        for event in events.order_by("pk").iterator():
            about = names.get(event.object_id or 0) if event.verb.startswith("account.") else None
            row: Line = {
                "at": f"{event.at:%Y-%m-%dT%H:%M:%SZ}",
                "by": event.user.username if event.user else None,
                "verb": event.verb,
                "of": about or event.object_id,
                "details": event.details,
            }
            self.stdout.write(json.dumps(row) if options["json"] else as_line(row))


class Line(TypedDict):
    """An event as printed; `of` is the account or object that it is about."""

    at: str
    by: str | None
    verb: str
    of: str | int | None
    details: Mapping[str, object]


def as_line(row: Line) -> str:
    details = " ".join(f"{name}={value}" for name, value in row["details"].items())
    parts = (row["at"], row["by"] or "-", row["verb"], row["of"] or "", details)
    return "  ".join(str(part) for part in parts if part != "")
