"""Rows of annotations, stored in a temporary file until their set is saved."""

import json
from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import NamedTuple, Self

from django.db import connection

from annotation.services.datasets.items import ESCAPED

COPY = "COPY annotation_annotation (set_id, item_id, annotator, payload, vector) FROM STDIN"
# Maximum number of bytes and rows in memory at once.
MEMORY_BYTES, BATCH = 1 << 22, 5000


class Row(NamedTuple):
    item_id: int
    annotator: int
    payload: dict[str, object]
    vector: Sequence[int]


class RowsAside:
    """Rows that were read and checked before the transaction that stores them begins, so that it is
    short however long reading takes."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(MEMORY_BYTES, "w+", encoding="utf-8", newline="\n")  # noqa: SIM115
        self._many = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self._many

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            payload = json.dumps(row.payload).translate(ESCAPED)
            vector = ",".join(map(str, row.vector))
            self._file.write(f"{row.item_id}\t{row.annotator}\t{payload}\t{{{vector}}}\n")
            self._many += 1

    def store(self, set_id: int) -> None:
        """Store the rows, in order, as those of a set, within the caller's transaction."""
        self._file.seek(0)
        lines = (f"{set_id}\t{line}" for line in self._file)
        with connection.cursor() as cursor, connection.wrap_database_errors:
            while batch := "".join(islice(lines, BATCH)):
                cursor.copy_expert(COPY, StringIO(batch))
