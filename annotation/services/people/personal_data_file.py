"""Write the personal data of a worker as one JSON file."""

from collections.abc import Iterator
from decimal import Decimal

import orjson

from annotation.models import Worker
from annotation.services.people.personal_data import all_parts

FORMAT = "midpath kept of a worker 1"


def personal_data_file(worker: Worker) -> Iterator[bytes]:
    """Yield all personal data of a worker as one JSON object, a row at a time."""
    head = {
        "format": FORMAT,
        "study": worker.project.name,
        "number": worker.number,
        "source": worker.source,
        "name_or_id": worker.external_id,
        "since": worker.created_at,
    }
    yield _written(head)[:-1]
    for part in all_parts():
        yield b"," + _written(part.name) + b":["
        for place, row in enumerate(part.rows_of(worker)):
            yield (b",\n" if place else b"\n") + _written(row)
        yield b"]"
    yield b"}\n"


def _written(content: object) -> bytes:
    return orjson.dumps(content, default=_plain, option=orjson.OPT_NON_STR_KEYS)


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(type(value).__name__)
