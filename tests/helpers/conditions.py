"""A guard on template conditions: none may query the database.

Django treats any error inside an operator of `{% if %}` ("or", "and", "not", "in", "==", …) as
false. A failing query there, as on a busy database, would show an empty page with status 200. A
view that passes its template a list has queried before; its error is a 503.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.template import smartif

Eval = Callable[[Any, Any], Any]


class QueryInCondition(AssertionError):
    """A condition that queries the database, with its SQL."""


def _watched(evaluate: Eval) -> Eval:
    def watched(self: Any, context: Any) -> Any:
        queries: list[str] = []

        def note(execute: Any, sql: str, params: Any, many: bool, of: Any) -> Any:
            queries.append(sql)
            return execute(sql, params, many, of)

        with connection.execute_wrapper(note):
            answer = evaluate(self, context)
        # Raised only here: an exception inside an operator is treated as false.
        if queries:
            raise QueryInCondition(
                f"{{% if %}} with “{self.id}” asks the database: pass a list, or ask in the "
                f"view.\n{queries[0][:400]}"
            )
        return answer

    return watched


@contextmanager
def no_query_in_conditions() -> Iterator[None]:
    """Fail every page that queries the database inside an operator of `{% if %}`."""
    with pytest.MonkeyPatch.context() as patch:
        for operator in set(smartif.OPERATORS.values()):
            patch.setattr(operator, "eval", _watched(operator.eval))
        yield
