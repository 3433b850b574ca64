"""A state machine of hypothesis on the database."""

from django.db import transaction
from hypothesis.stateful import RuleBasedStateMachine


class MachineInDatabase(RuleBasedStateMachine):
    """Each example is a transaction that is rolled back at its end; the test is marked with
    `django_db(transaction=True)`.

    Hundreds of examples in one transaction would get ever slower: PostgreSQL removes no dead rows
    of a transaction before it ends, and looks at them again in every query.
    """

    def __init__(self) -> None:
        super().__init__()
        self._example = transaction.atomic()
        self._example.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self._example.__exit__(None, None, None)
