"""Fields for JSON values: those of Django REST framework, with the description first."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers


class Described(serializers.Field[Any, Any, Any, Any]):
    """A field whose first argument is its description in the schema."""

    def __init__(self, help_text: str | None = None, **options: Any) -> None:
        super().__init__(help_text=help_text, **options)


class String(Described, serializers.CharField): ...


class Integer(Described, serializers.IntegerField): ...


class Float(Described, serializers.FloatField): ...


class Boolean(Described, serializers.BooleanField): ...


class DateTime(Described, serializers.DateTimeField): ...


class Array(Described, serializers.ListField): ...


class Object(Described, serializers.DictField): ...


class Choice(serializers.ChoiceField):
    def __init__(self, help_text: str, choices: Sequence[Any], **options: Any) -> None:
        super().__init__(choices, help_text=help_text, **options)
