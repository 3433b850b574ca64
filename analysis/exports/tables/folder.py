"""The tables of a campaign as a dataset folder, in one ZIP.

`datasets.load_dataset` reads the folder by its card, README.md; other tools by the Croissant
metadata. The ZIP contains no creation time, so equal data gives equal bytes.
"""

from collections.abc import Iterable, Iterator, Mapping
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import orjson

from analysis.exports.export import Export, Hashed, Sink, in_pieces, of_extents
from analysis.exports.tables.card import card_of, croissant_of
from analysis.exports.tables.columns import Row, Table, TableFile
from analysis.exports.tables.consensus import CONSENSUS, DISTRIBUTION
from analysis.exports.tables.forms import FORMS, Counted, poured, write_parquet
from analysis.exports.tables.items_and_workers import FIGURES, ITEMS, WORKERS
from analysis.exports.tables.judgments import JUDGMENTS
from analysis.reading.extent import Extent
from annotation.models import Campaign

TABLES = (JUDGMENTS, CONSENSUS, DISTRIBUTION, ITEMS, WORKERS, FIGURES)


EXPORTS: Mapping[str, Export] = {
    f"table-{table.name}-{form}": of_extents(poured(table, write), f"table-{table.name}.{form}")
    for table in TABLES
    for form, write in FORMS.items()
}


OLDEST = (1980, 1, 1, 0, 0, 0)


def write_folder(campaign: Campaign, sink: Sink) -> None:
    with ZipFile(Counted(sink), "w") as archive:
        files = [_add_table(archive, table.of(campaign), campaign) for table in TABLES]
        croissant = orjson.dumps(croissant_of(campaign, files), option=orjson.OPT_INDENT_2)
        for name, body in (
            ("README.md", card_of(campaign, files).encode()),
            ("croissant.json", croissant),
        ):
            info = ZipInfo(name, OLDEST)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, body)


FOLDER = in_pieces(write_folder, "dataset.zip")


def _add_table(archive: ZipFile, table: Table, campaign: Campaign) -> TableFile:
    """Write a table into the ZIP as it is read; Parquet is already compressed."""
    rows = _Rows(table.rows(Extent(campaign)))
    info = ZipInfo(f"data/{table.name}.parquet", OLDEST)
    info.compress_type = ZIP_STORED
    with archive.open(info, "w", force_zip64=True) as file:
        hashed = Hashed(file)
        write_parquet(table, rows, hashed)
    return TableFile(table, info.filename, rows.many, hashed.size, hashed.digest)


class _Rows:
    """Rows that are counted as they pass."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows, self.many = rows, 0

    def __iter__(self) -> Iterator[Row]:
        for row in self._rows:
            self.many += 1
            yield row
