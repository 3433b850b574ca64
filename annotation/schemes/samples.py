"""Sample items and answers of a scheme, for the tests that every scheme has to pass.

A scheme declares its own in `annotation/schemes/<name>/samples.py`, as `samples`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from midpath.json_types import JsonMapping

Payload = JsonMapping


class Sample(NamedTuple):
    """An item, as a row of an uploaded file, and valid answers to it, as a browser sends them."""

    row: JsonMapping
    answers: Sequence[Payload]


class DeskSample(NamedTuple):
    """CSS selectors by which a browser answers any of the first three items.

    `ready`: an element that appears when the item is shown; `begins`: the element that has the
    focus then; `step`: the element to click for a step that can be undone; `work`: the elements to
    click, in order, to complete an answer.
    """

    ready: str
    begins: str
    step: str
    work: Sequence[str]


@dataclass(frozen=True)
class Samples:
    """Three or more items with their answers; answers that are refused for any of these items, each
    with the field that is at fault; the settings of the campaign."""

    items: Sequence[Sample]
    invalid: Sequence[tuple[Payload, str]]
    desk: DeskSample
    settings: JsonMapping = field(default_factory=dict)
