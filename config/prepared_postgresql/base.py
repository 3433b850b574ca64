"""The backend of sessions that stay with their client: they may prepare statements
(docs/decisions/0081-prepared-statements.md)."""

from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    prepared: set[str]

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.prepared = set()
        return super().get_new_connection(conn_params)
