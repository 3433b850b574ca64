"""A watch on the conditions of templates: none may ask the database.

Django takes any error inside an operator of `{% if %}` ("or", "and", "not", "in", "==", …) for
false. A query there that fails, as on a busy database, would show a page that says that nothing is
there, with status 200. A view that hands its template a list has asked before; its error is a 503.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.template import smartif

Eval = Callable[[Any, Any], Any]


class QueryInCondition(AssertionError):
    """A condition that asks the database, with what it asks."""


def _watched(evaluate: Eval) -> Eval:
    def watched(self: Any, context: Any) -> Any:
        asked: list[str] = []

        def note(execute: Any, sql: str, params: Any, many: bool, of: Any) -> Any:
            asked.append(sql)
            return execute(sql, params, many, of)

        with connection.execute_wrapper(note):
            answer = evaluate(self, context)
        # Raised only here: what is raised inside an operator is taken for false.
        if asked:
            raise QueryInCondition(
                f"{{% if %}} with “{self.id}” asks the database: pass a list, or ask in the "
                f"view.\n{asked[0][:400]}"
            )
        return answer

    return watched


@contextmanager
def no_query_in_conditions() -> Iterator[None]:
    """Fail every page that asks the database inside an operator of `{% if %}`."""
    with pytest.MonkeyPatch.context() as patch:
        for operator in set(smartif.OPERATORS.values()):
            patch.setattr(operator, "eval", _watched(operator.eval))
        yield
