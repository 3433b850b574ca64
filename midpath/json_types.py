"""The types of JSON whose names depend on a scheme, on a kind of dataset, or on a file from
elsewhere. JSON with fixed names has a TypedDict of its own."""

from collections.abc import Mapping
from typing import Any, TypeAlias

# A JSON object that is being built or changed, and one that is only read.
JsonObject: TypeAlias = dict[str, Any]
JsonMapping: TypeAlias = Mapping[str, Any]
# Figures while they are computed, and figures that are only read.
Figures: TypeAlias = JsonObject
Results: TypeAlias = JsonMapping
