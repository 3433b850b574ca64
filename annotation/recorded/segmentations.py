"""Recorded segmentations: the papers' release format, or a table of item, worker and annotation."""

from collections.abc import Sequence
from typing import NamedTuple

from annotation.models import Item
from annotation.recorded.base import BadFile, Given, Recorded, RecordedReader
from annotation.schemes import SEGMENTATIONS
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.release import BadRelease, Release, read_release
from midpath.exchange.rows import RowError
from midpath.exchange.segment_tables import is_table, read_segment_table
from midpath.schemes.base import InvalidAnswer, Settings
from midpath.text.characters import canonical


class Cut(NamedTuple):
    """A recorded annotation, and the words that it segments."""

    recorded: object
    words: Sequence[str]


class SegmentationReader(RecordedReader):
    form = (
        "the papers’ release JSON, or a table (.csv, .tsv, .xlsx), JSON lines or Parquet with the "
        "columns item, worker and annotation"
    )

    def __init__(self, scheme: str) -> None:
        self._scheme = scheme

    def read(
        self,
        filename: str,
        body: bytes,
        take: str = "",
        control: str = "",
        reading: ReadingOptions = GUESS,
    ) -> Recorded:
        release, rows = release_in(filename, body)
        answers: dict[str, list[Given]] = {}
        for number, (text, annotations) in enumerate(release.texts.items(), 1):
            words = release.words(text)
            name = " ".join(text.split())
            if text in release.tokens and rows:
                name = " ".join(words)
            elif name in answers:
                message = f"Duplicate text {text[:60]!r}. Keep one of the two."
                raise BadFile([RowError(number, "annotation set", message)])
            answers.setdefault(name, []).extend(
                Given(
                    rows.get((text, key), number),
                    "annotation" if rows else f"annotation {key}",
                    key,
                    Cut(annotation, words),
                )
                for key, annotation in annotations.items()
            )
        return Recorded(answers, named=release.named, skipped=release.skipped)

    def payload(self, given: Given, item: Item, settings: Settings) -> dict[str, object]:
        recorded, words = given.answer
        if list(map(canonical, words)) != list(map(canonical, item.words)):
            raise InvalidAnswer(
                f"The dataset divides this text into different words ({len(item.words)}; the file "
                f"has {len(words)}), so its gaps do not match. Leave it out, or import the texts "
                "of this file as a dataset.",
                field="item",
            )
        try:
            vector = SEGMENTATIONS[self._scheme].read(recorded, words, settings)
        except ValueError as error:
            raise InvalidAnswer(str(error), field="annotation") from error
        return {"boundaries": list(vector)}


def release_in(filename: str, body: bytes) -> tuple[Release, dict[tuple[str, str], int]]:
    """Return the release in a file; for a table, also the row of each text and annotator."""
    if is_table(filename, body) and body.strip():
        table = read_segment_table(body)
        if table.errors:
            raise BadFile(table.errors, table.error_count)
        return table.release, table.rows
    try:
        return read_release(body), {}
    except BadRelease as error:
        raise BadFile([RowError(error.line, "", error.message)]) from error
