"""The files that a campaign is exported as, by the name that addresses and commands use."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile
from typing import IO, NamedTuple

from django.utils.text import slugify

from analysis.exports.decisions import COMMON
from analysis.exports.export import USUAL, Export, Hashed
from analysis.exports.tables.folder import FOLDER
from analysis.exports.tables.registry import EXPORTS
from analysis.reading.extent import Extent
from analysis.reading.snapshot import snapshot
from analysis.schemes import analysis_of
from annotation.models import Campaign
from annotation.schemes import SCHEMES

HELD = 1 << 20  # bytes of a file that stay in memory; a longer one is on the disk
AT_ONCE = 1 << 16
# What every scheme has.
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
    """A file as it is downloaded, once; `written` is gone when it is closed."""

    written: IO[bytes]
    name: str
    content_type: str
    size: int
    digest: str

    def part(self, first: int, last: int) -> Iterator[bytes]:
        """Yield the bytes from the first to the last, some at a time, and let go of the file."""
        with self.written:
            self.written.seek(first)
            left = last + 1 - first
            while piece := self.written.read(min(left, AT_ONCE)):
                left -= len(piece)
                yield piece

    @property
    def body(self) -> bytes:
        """Return all of it at once."""
        return b"".join(self.part(0, self.size - 1))


def exports_of(campaign: Campaign) -> Mapping[str, Export]:
    """Return the files of the campaign's scheme, and those that every scheme has."""
    return {**analysis_of(campaign).exports, **IN_COMMON}


def export_file(campaign_id: int, name: str) -> File:
    """Write a file in one snapshot; KeyError if the campaign's scheme has none of this name."""
    with ExitStack() as failing:
        written = failing.enter_context(SpooledTemporaryFile(max_size=HELD))
        hashed = Hashed(written)
        with snapshot():
            campaign = Campaign.objects.select_related("dataset__project").get(pk=campaign_id)
            export = exports_of(campaign)[name]
            export.pour(Extent(campaign), hashed)
        failing.pop_all()  # whoever reads it closes it
    called = f"{slugify(campaign.name)}-{export.ending}"
    return File(written, called, export.content_type, hashed.size, hashed.digest)
