"""Rows of models as any migration left them, which no factory can make."""

import datetime as dt
import uuid
from typing import Any, TypeAlias

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.migrations.state import StateApps

from tests.helpers.addons import our_models

Column: TypeAlias = "models.Field[Any, Any]"

MOMENT = dt.datetime(2030, 1, 1, tzinfo=dt.UTC)
FIRST_NUMBER = 10  # within the bounds of numbers that have some
# Values that constraints need, and folded judgments, whose summaries migrations change.
USUAL: dict[str, dict[str, Any]] = {
    "AnnotationSet": {"digest": "0" * 64},
    "Decision": {"how": "written"},
    "Invitation": {"digest": "0" * 64, "role": "viewer"},
    "Judgment": {"folded": True},
    "Message": {"sender": "worker"},
    "SetImport": {"digest": "0" * 64},
    "SnapshotFile": {"digest": "0" * 64},
}


def fill(apps: StateApps, using: str) -> None:
    """Make a row of each of Midpath's models without rows."""
    for model in our_models(apps):
        if not model._base_manager.using(using).exists():
            row_of(model, using)


def row_of(model: type[models.Model], using: str, **given: Any) -> models.Model:
    """Make a new row with `given` and a value in every other required column. The first row refers
    to existing rows, the second to new ones."""
    rows = model._base_manager.using(using)
    number = FIRST_NUMBER + rows.count()
    if model.__name__ == "Purse" and not given.keys() & {"campaign", "project"}:
        owner: Any = model._meta.get_field("project").related_model
        given["project"] = owner._base_manager.using(using).first() or row_of(owner, using)
    given = given or _of_comparisons(model, using) or _of_one_campaign(model, using)
    given = {**USUAL.get(model.__name__, {}), **given}
    if any(field.name == "scopes" for field in model._meta.concrete_fields):
        given.setdefault("scopes", ["read"])
    for field in model._meta.concrete_fields:
        of_token = (model.__name__, field.name) == ("APIToken", "project")
        if field.name in given or not (of_token or _must_be_given(field)):
            continue
        if isinstance(field, models.ForeignKey):
            found = field.related_model._base_manager.using(using).first()
            again = found is None or found in given.values() or number > FIRST_NUMBER
            given[field.name] = row_of(field.related_model, using) if again else found
        else:
            given[field.name] = _something(field, number)
    return rows.create(**given)


def _of_comparisons(model: type[models.Model], using: str) -> dict[str, Any]:
    """Fill in what a side, and a compared item, need beyond their required columns."""
    if model.__name__ not in {"Side", "ComparedItem"}:
        return {}
    name = "campaign" if model.__name__ == "Side" else "item"
    needed: Any = model._meta.get_field(name).related_model
    taken = name == "campaign" and model._base_manager.using(using).exists()
    found = (None if taken else needed._base_manager.using(using).first()) or row_of(needed, using)
    return {name: found} if name == "campaign" else {"item": found, "gold_item": found}


def _of_one_campaign(model: type[models.Model], using: str) -> dict[str, Any]:
    """Give a decision a reason of its own campaign, however many there are."""
    if model.__name__ != "CodedDecision" or model._base_manager.using(using).exists():
        return {}
    decisions: Any = model._meta.get_field("decision").related_model
    reasons: Any = model._meta.get_field("reason").related_model
    decision: Any = decisions._base_manager.using(using).first() or row_of(decisions, using)
    given = {"campaign": decision.campaign}
    found = reasons._base_manager.using(using).filter(**given).first()
    return {"decision": decision, "reason": found or row_of(reasons, using, **given)}


def _must_be_given(field: Column) -> bool:
    silent = field.null or field.has_default() or field.has_db_default() or field.generated
    return not silent and not isinstance(field, models.AutoField)


def _something(field: Column, number: int) -> Any:
    values: dict[type[Column], Any] = {
        ArrayField: [number],
        models.BinaryField: b"1",
        models.BooleanField: False,
        models.CharField: str(number),
        models.DateTimeField: MOMENT,
        models.DecimalField: 1,
        models.FloatField: 0.5,
        models.GenericIPAddressField: "192.0.2.1",
        models.IntegerField: number,
        models.JSONField: {"made": "up"},
        models.TextField: str(number),
        models.UUIDField: uuid.UUID(int=number),
    }
    return next(value for kind, value in values.items() if isinstance(field, kind))
