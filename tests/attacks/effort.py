"""The cost of code, counted: interpreter instructions, and the work of the Unicode library on
combining marks, which the interpreter does not see. No clock is used."""

import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from types import FrameType
from typing import Any

import pytest

SORTED_SOON = 1000
_normalize = unicodedata.normalize


class Counter:
    def __init__(self) -> None:
        self.steps = 0

    def trace(self, frame: FrameType, event: str, _: Any) -> "Callable[..., Any]":
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        self.steps += event == "opcode"
        return self.trace

    def normalize(self, form: Any, text: str) -> str:
        """Marks on one letter are sorted by insertion: as many steps as pairs of marks."""
        runs = [len(list(run)) for marks, run in groupby(text, key=is_mark) if marks]
        self.steps += len(text) + sum(length**2 for length in runs)
        return text if max(runs, default=0) > SORTED_SOON else _normalize(form, text)


def is_mark(character: str) -> bool:
    return unicodedata.combining(character) > 0


@contextmanager
def counted() -> Iterator[Counter]:
    counter, before = Counter(), sys.gettrace()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unicodedata, "normalize", counter.normalize)
        sys.settrace(counter.trace)
        try:
            yield counter
        finally:
            sys.settrace(before)


def steps_of(work: Callable[[], object], *refusals: type[Exception]) -> int:
    """Count the steps, even if the call raises."""
    with counted() as counter, suppress(*refusals):
        work()
    return counter.steps
