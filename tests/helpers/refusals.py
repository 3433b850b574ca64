"""Refusals that tests expect, by services and by the database."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, transaction

from annotation.models import Enrolment
from annotation.services.errors import Invalid, NothingLeft, ServiceError
from annotation.services.work.claim import claim_hit
from midpath.schemes.base import InvalidAnswer, InvalidSettings


@contextmanager
def refused_by_database(rule: str | None = None) -> Iterator[None]:
    """Check that a rule of the database refuses what the block writes."""
    with pytest.raises(IntegrityError, match=rule), transaction.atomic():
        yield


@contextmanager
def refused_at(
    field: str,
    error: type[Invalid | InvalidAnswer | InvalidSettings] = Invalid,
    match: str | None = None,
) -> Iterator[None]:
    """Check that the block is refused with an error that names this field."""
    with pytest.raises(error, match=match) as refused:
        yield
    assert vars(refused.value)["field"] == field


def check_not_served(
    enrolment: Enrolment, error: type[ServiceError] = NothingLeft, match: str | None = None
) -> None:
    """Check that a worker gets no HIT, and why."""
    with pytest.raises(error, match=match):
        claim_hit(enrolment_id=enrolment.pk)
