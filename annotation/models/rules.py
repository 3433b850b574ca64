"""Rules that the database enforces. The name of each is a sentence."""

from django.db.models import CheckConstraint, Q, UniqueConstraint


def rule(name: str, condition: Q) -> CheckConstraint:
    return CheckConstraint(condition=condition, name=name)


def unique(name: str, *fields: str, condition: Q | None = None) -> UniqueConstraint:
    return UniqueConstraint(fields=fields, condition=condition, name=name)
