"""`manage.py migrate`: Django's command without time limits, followed by a recount."""

import time
from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.migration import Migration

from annotation.management.adoption import require_current_chain
from annotation.management.feeding import LINE_SECONDS, patiently
from midpath.lazy import LazyModule

# Django also imports this command for its checks, which recount nothing.
if TYPE_CHECKING:
    from tasks import reconcile
else:
    reconcile = LazyModule("tasks.reconcile")

# The settings limit how long a request waits; a migration waits for locks and changes whole tables.
SET_NO_LIMITS = "SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0"
RESET_LIMITS = "RESET lock_timeout; RESET idle_in_transaction_session_timeout"
NEEDS_SESSION = (
    "A migration needs a session of its own, and DATABASE_URL is a connection pool. Set the "
    "address of the database itself for this command, and MIDPATH_POOLED=0."
)


class Command(migrate.Command):
    help = (
        "Update the database schema, then recount the figures of campaigns that an earlier "
        "version counted differently. Run it again if it was interrupted."
    )
    _last_line_at = 0.0

    def handle(self, *args: object, database: str, **options: object) -> None:
        # A check changes nothing, and containers wait with it, also behind a pool.
        is_check = options["check_unapplied"]
        if settings.POOLED and not is_check:
            raise CommandError(NEEDS_SESSION)
        require_current_chain(connections[database])
        if is_check:
            super().handle(*args, database=database, **options)
            return
        with connections[database].cursor() as cursor:
            cursor.execute(SET_NO_LIMITS)
            super().handle(*args, database=database, **options)
            cursor.execute(RESET_LIMITS)
        if not (options["app_label"] or options["plan"]):
            self._recount()

    def migration_progress_callback(
        self, action: str, migration: Migration | None = None, fake: bool = False
    ) -> None:
        now = time.monotonic()
        if action == "apply_start" and now - self._last_line_at > LINE_SECONDS:
            self._last_line_at = now
            self._report(f"Applying {migration}")
        super().migration_progress_callback(action, migration, fake)

    def _recount(self) -> None:
        for campaign in reconcile.campaigns_to_recount():
            self._report(f"Recounting campaign {campaign.pk}: {campaign}")
            patiently(partial(reconcile.recount_campaign, campaign.pk))

    def _report(self, line: str) -> None:
        """Write a line of progress, which `make demo` shows."""
        if self.verbosity:
            self.stderr.write(f"· {line}", lambda text: text)
