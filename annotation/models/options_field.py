"""A JSON column for the options of a job."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression

from midpath.options.base import Options


class OptionsField(models.JSONField):
    """A JSON field whose values are options of one dataclass. Migrations see a plain JSON field, so
    that they do not depend on today's options."""

    def __init__(self, options: type[Options], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._options = options

    def deconstruct(self) -> tuple[str, str, list[object], dict[str, object]]:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", list(args), dict(kwargs)

    def clone(self) -> "OptionsField":
        kwargs = super().deconstruct()[-1]
        return type(self)(self._options, **kwargs)

    def from_db_value(
        self, value: Any, expression: Expression, connection: BaseDatabaseWrapper
    ) -> Any:
        """Return the options; a single one, as from `values("options__seed")`, is a plain value."""
        found = super().from_db_value(value, expression, connection)
        return self._options.from_json(found) if isinstance(found, dict) else found

    def get_prep_value(self, value: object) -> object:
        return super().get_prep_value(value.as_json() if isinstance(value, Options) else value)
