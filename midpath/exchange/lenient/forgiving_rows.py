"""Collect rows; invalid ones can be left out."""

from dataclasses import dataclass

from midpath.exchange.rows import (
    MAX_ITEMS,
    OTHERWISE,
    TEXTS,
    UNCHOSEN,
    ParsedUpload,
    Progress,
    RowError,
    Rows,
    TooMany,
    unseen,
)
from midpath.text.characters import visible

MAX_FAULTS = MAX_ITEMS
MAX_SHOWN_LENGTH = 200


@dataclass(frozen=True)
class Fault(RowError):
    """A row that can be left out. `text` is the beginning of its contents."""

    text: str = ""


class ForgivingRows(Rows):
    """The valid rows, the invalid ones, and what is wrong with the whole file.

    `at_hand` is the text of the current row."""

    def __init__(self, format_name: str, kind: str = TEXTS, progress: Progress = unseen) -> None:
        super().__init__(format_name, kind, progress)
        self.faults: list[Fault] = []
        self.blocked: list[RowError] = []

    def refuse(self, row: int, column: str, message: str, reason: str = OTHERWISE) -> None:
        if reason == UNCHOSEN:
            self.block(row, column, message)
            return
        if len(self.faults) >= MAX_FAULTS:
            self.block(row, "", f"More than {MAX_FAULTS:,} rows have errors. Correct the file.")
            raise TooMany
        shown = visible(self.at_hand[:MAX_SHOWN_LENGTH])
        self.faults.append(Fault(row, column, message, reason, shown))

    def block(self, row: int, column: str, message: str) -> None:
        """Refuse the file: it cannot be understood without this part, or the rest is lost."""
        self.blocked.append(RowError(row, column, message))

    def _require_room(self, row: int, column: str) -> None:
        if len(self._items) >= MAX_ITEMS:
            most = f"A dataset can have at most {MAX_ITEMS:,} {self.kind}. Import them in parts."
            self.block(row, column, most)
            raise TooMany

    def parsed(self) -> ParsedUpload:
        if not self.blocked and not self._items and not self.faults:
            self.block(0, "", f"The file contains no {self.kind}.")
        return self._upload(self.blocked, len(self.blocked))
