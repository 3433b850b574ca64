"""Rules that the database enforces. The name of each is a sentence."""

from django.db.models import CheckConstraint, Q, UniqueConstraint


def rule(name: str, condition: Q) -> CheckConstraint:
    return CheckConstraint(condition=condition, name=name)


def rule_if_set(name: str, column: str, **bounds: object) -> CheckConstraint:
    """Return a rule of a column that may be empty; `bounds` are lookups, such as gte=1."""
    within = Q(**{f"{column}__{lookup}": value for lookup, value in bounds.items()})
    return rule(name, Q(**{f"{column}__isnull": True}) | within)


def unique(name: str, *fields: str, condition: Q | None = None) -> UniqueConstraint:
    return UniqueConstraint(fields=fields, condition=condition, name=name)
