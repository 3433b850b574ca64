"""Store which hints a researcher has dismissed."""

from django.contrib.postgres.fields import ArrayField
from django.db.models import CharField, F, Func, Value

from annotation.models import User
from annotation.services.errors import NotFound


def dismiss_hint(*, user: User, hint: str) -> None:
    """Dismiss a hint permanently. Idempotent, also from two windows at once."""
    if hint not in User.Hint.values:
        raise NotFound("There is no such hint.")
    added = Func(
        F("dismissed_hints"),
        Value(hint, output_field=CharField()),
        function="array_append",
        output_field=ArrayField(CharField(max_length=30)),
    )
    shown = User.objects.filter(pk=user.pk).exclude(dismissed_hints__contains=[hint])
    shown.update(dismissed_hints=added)


def restore_hints(*, user: User) -> None:
    User.objects.filter(pk=user.pk).update(dismissed_hints=[])
