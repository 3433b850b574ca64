"""Refuse names that are taken."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction

from annotation.services.errors import Conflict


@contextmanager
def unless_taken(constraint: str, refusal: Conflict) -> Iterator[None]:
    """Write in a transaction; raise the refusal if the constraint is violated. The database
    decides, so of two who choose one name at once, only one succeeds."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if not constraint or constraint not in str(error):
            raise
        raise refusal from error
