"""Fields that take what clients send literally: no number from a string, and no unknown names."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, TypeAlias
from uuid import UUID

from drf_spectacular.drainage import set_override
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from annotation.api.basic_fields import Boolean, Choice, DateTime, Described, Integer, String

UUID_FORM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
DIGITS = re.compile(r"-?[0-9]{1,19}")

Field: TypeAlias = serializers.Field[Any, Any, Any, Any]
# The checked values of a form, by name.
Values: TypeAlias = dict[str, Any]


class Form(serializers.Serializer[Any]):
    """A serializer of the API. The nested `Input` and `Output` of an operation get both names in
    the schema."""

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        set_override(cls, "component_name", cls.__qualname__.replace(".", ""))


class Strict(Form):
    """A serializer that refuses unknown names, so that a misspelt one does not silently get a
    default."""

    def to_internal_value(self, data: object) -> Values:
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                known = ", ".join(self.fields) or "none"
                message = f"Unknown name. Allowed names: {known}."
                raise serializers.ValidationError({str(name): message for name in unknown})
        value: Values = super().to_internal_value(data)
        return value


class Text(String):
    """A field for a string and nothing else. A `pattern` has to match all of it."""

    default_error_messages = {"pattern": "This does not have the right form."}

    def __init__(self, help_text: str | None = None, *, pattern: str = "", **kwargs: Any) -> None:
        shortest = {} if kwargs.get("allow_blank") else {"min_length": 1}
        super().__init__(help_text, **shortest | kwargs)
        self.pattern = pattern
        if pattern:
            schema = {"type": "string", "pattern": f"^(?:{pattern})$"}
            set_override(self, "field", schema)

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if self.pattern and not re.fullmatch(self.pattern, data):
            self.fail("pattern")
        return data


class DecimalInText(Text):
    """A field for a decimal number as a text."""

    def run_validation(self, data: Any = empty) -> Decimal | None:
        found = super().run_validation(data)
        return None if found is None else Decimal(found)


class OpenChoice(Choice):
    """A choice from a list that other servers may extend. The client takes any text there."""

    def __init__(self, help_text: str, choices: Sequence[str], **kwargs: Any) -> None:
        super().__init__(help_text, choices, **kwargs)
        schema = {"type": "string", "enum": list(choices), "x-open-enum": True}
        set_override(self, "field", schema)


@extend_schema_field(OpenApiTypes.BINARY)
class Sent(Described, serializers.FileField):
    """A field for an uploaded file, which responses represent by its URL."""


class Whole(Integer):
    def to_internal_value(self, data: object) -> int:
        if isinstance(data, float) and data.is_integer():
            return int(data)
        if type(data) is not int:
            self.fail("invalid")
        return data


class WholeInText(Integer):
    """A field for a whole number in an address or a form."""

    def to_internal_value(self, data: object) -> int:
        if not isinstance(data, str) or not DIGITS.fullmatch(data):
            self.fail("invalid")
        return int(data)


class Moment(DateTime):
    """A timestamp as text, in UTC or with its offset from UTC."""

    def to_internal_value(self, value: object) -> datetime:
        if not isinstance(value, str):
            self.fail("invalid", format="2027-03-31T18:00:00Z")
        found: datetime = super().to_internal_value(value)
        return found


class YesOrNo(Boolean):
    def to_internal_value(self, data: object) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class YesOrNoInText(Boolean):
    def to_internal_value(self, data: object) -> bool:
        if data not in {"true", "false"}:
            self.fail("invalid", input=data)
        return bool(data == "true")


class Identifier(Described, serializers.UUIDField):
    def to_internal_value(self, data: object) -> UUID:
        if not isinstance(data, str) or not UUID_FORM.fullmatch(data):
            self.fail("invalid", value=data)
        return UUID(data)
