"""The backend of connections through a pool: after each transaction, another client has the session
(docs/decisions/0075-behind-a-pool.md)."""

from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper


class DatabaseWrapper(base.DatabaseWrapper):
    def chunked_cursor(self) -> CursorWrapper:
        """Return a server-side cursor within a transaction only. Outside of one it would belong to
        the session; all rows are fetched at once instead."""
        return super().chunked_cursor() if self.in_atomic_block else self.cursor()
