"""The export files of a campaign, by the names used in addresses and commands."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile
from typing import IO, NamedTuple

from django.utils.text import slugify

from analysis.exports.decisions import COMMON
from analysis.exports.export import USUAL, Export, Hashed
from analysis.exports.tables.folder import EXPORTS, FOLDER
from analysis.reading.extent import Extent
from analysis.reading.snapshot import snapshot
from analysis.schemes import analysis_of
from annotation.models import Campaign
from annotation.schemes import SCHEMES
from annotation.services.snapshots.snapshots import require_few_for_models

MAX_IN_MEMORY = 1 << 20  # bytes of a file in memory; a larger one is on disk
AT_ONCE = 1 << 16
# The exports of every scheme.
IN_COMMON: Mapping[str, Export] = {**COMMON, **EXPORTS, "dataset": FOLDER}
NAMES = tuple(
    dict.fromkeys(
        [
            USUAL,
            *(file.name for scheme in SCHEMES.values() for file in scheme.files),
            *IN_COMMON,
        ]
    )
)


class File(NamedTuple):
    """A file for one download; `written` is deleted when it is closed."""

    written: IO[bytes]
    name: str
    content_type: str
    size: int
    digest: str

    def part(self, first: int, last: int) -> Iterator[bytes]:
        """Yield the bytes from the first to the last in chunks, and close the file."""
        with self.written:
            self.written.seek(first)
            left = last + 1 - first
            while piece := self.written.read(min(left, AT_ONCE)):
                left -= len(piece)
                yield piece

    @property
    def body(self) -> bytes:
        """Return the whole content."""
        return b"".join(self.part(0, self.size - 1))


def exports_of(campaign: Campaign) -> Mapping[str, Export]:
    """Return the exports of the campaign's scheme, and those of every scheme."""
    return {**analysis_of(campaign).exports, **IN_COMMON}


def export_file(campaign_id: int, name: str) -> File:
    """Write a file in one snapshot; KeyError if the campaign's scheme has no file of this name."""
    with ExitStack() as failing:
        written = failing.enter_context(SpooledTemporaryFile(max_size=MAX_IN_MEMORY))
        hashed = Hashed(written)
        with snapshot():
            campaign = Campaign.objects.select_related("dataset__project").get(pk=campaign_id)
            export = exports_of(campaign)[name]
            require_few_for_models(campaign, [name])
            export.pour(Extent(campaign), hashed)
        failing.pop_all()  # the reader closes it
    called = f"{slugify(campaign.name)}-{export.ending}"
    return File(written, called, export.content_type, hashed.size, hashed.digest)
